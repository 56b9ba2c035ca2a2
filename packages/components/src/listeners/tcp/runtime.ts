import type { ListenerContext, ListenerRuntime, RunningListener } from '@acequia/component-sdk/runtime';
import { startTcpServer, type TcpConnection, type TcpReader } from '@acequia/wire';
import { createBlockDecoder } from '../../formats/block-decoder.ts';
import { bindFault } from '../bind-fault.ts';
import { separatorOf } from '../csv-fields.ts';
import { createRefusals } from '../refusals.ts';
import { serverTls } from '../server-tls.ts';
import { socketOptions } from '../socket-options.ts';
import { createAcknowledger } from './acknowledger.ts';
import type { TcpConfig } from './config.ts';
import { framerOf } from './framer-of.ts';
import { createStreamSink } from './stream-sink.ts';

export const tcpListenerRuntime: ListenerRuntime<TcpConfig> = {
  async start(config, ctx) {
    const refusals = createRefusals(ctx);
    const server = await startTcpServer(
      {
        ...socketOptions(config, ctx, config.port),
        refused: refusals.refused,
      },
      (connection) => readConnection(config, ctx, connection, () => refusals.refused('malformed', connection.peer.ip)),
    ).catch((error: unknown) => {
      throw bindFault(error);
    });
    const stopNow = () => void running.stop();
    const running: RunningListener = {
      addresses: [{ protocol: 'tcp', host: server.host, port: server.port }],
      async stop() {
        ctx.signal.removeEventListener('abort', stopNow);
        await server.stop();
      },
      problem: refusals.problem,
      refusals: refusals.counts,
      secretsChanged() {
        const next = serverTls(config, ctx);
        if (next) server.renewTls(next);
      },
    };
    if (ctx.signal.aborted) await running.stop();
    else ctx.signal.addEventListener('abort', stopNow, { once: true });
    ctx.log.info({ addresses: running.addresses }, 'tcp listener started');
    return running;
  },

  decoder: (config, context) => createBlockDecoder({ ...config, csvSeparator: separatorOf(config) }, context),
};

/** Each connection is a stream of its own: read only as fast as the journal takes it. */
function readConnection(config: TcpConfig, ctx: ListenerContext, connection: TcpConnection, malformed: () => void): TcpReader {
  const stream = ctx.intake.open();
  const { peer } = connection;
  const acknowledger = config.reply === undefined ? undefined : createAcknowledger(config.reply, stream, connection);
  const sink = createStreamSink(
    config,
    ctx,
    stream,
    {
      transport: config.tls ? 'tls' : 'tcp',
      sourceIp: peer.ip,
      sourcePort: peer.port,
      ...(peer.tlsSubject === undefined ? {} : { tlsSubject: peer.tlsSubject }),
    },
    (frames) => acknowledger?.add(frames),
  );
  const framer = framerOf(config, { maxEventBytes: ctx.intake.maxEventBytes, onOversize: ctx.intake.onOversize });
  let broken = false;
  return {
    data(chunk) {
      if (broken) return;
      broken = !framer.push(chunk, sink);
      if (broken) {
        malformed();
        connection.destroy();
        return;
      }
      const wait = stream.ready();
      if (!wait) return;
      connection.pause();
      void wait.then(
        () => connection.resume(),
        () => connection.destroy(),
      );
    },
    end() {
      if (!broken) framer.end(sink);
      sink.flush();
      if (!acknowledger) {
        stream.close();
        return;
      }
      return acknowledger.end().finally(() => stream.close());
    },
  };
}
