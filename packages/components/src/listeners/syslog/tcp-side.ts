import type { ListenerContext } from '@acequia/component-sdk/runtime';
import { startTcpServer, type Refusal, type TcpServer, type TlsServerSettings } from '@acequia/wire';
import { socketOptions } from '../socket-options.ts';
import type { SyslogConfig } from './config.ts';
import { framerOf } from './framer-of.ts';
import { createStreamSink } from './stream-sink.ts';

/** Each connection is a stream of its own: read only as fast as the journal takes it. */
export function startTcpSide(
  config: SyslogConfig,
  ctx: ListenerContext,
  tls: TlsServerSettings | undefined,
  refused: (reason: Refusal, ip: string) => void,
): Promise<TcpServer> {
  const limits = { maxEventBytes: ctx.intake.maxEventBytes, onOversize: ctx.intake.onOversize };
  return startTcpServer(
    {
      ...socketOptions(config, ctx, config.port),
      refused,
    },
    (connection) => {
      const stream = ctx.intake.open();
      const sink = createStreamSink(config, ctx, stream, {
        transport: tls ? 'tls' : 'tcp',
        sourceIp: connection.peer.ip,
        sourcePort: connection.peer.port,
        ...(connection.peer.tlsSubject === undefined ? {} : { tlsSubject: connection.peer.tlsSubject }),
      });
      const framer = framerOf(config, limits);
      let broken = false;
      return {
        data(chunk) {
          if (broken) return;
          if (!framer.push(chunk, sink)) {
            broken = true;
            refused('malformed', connection.peer.ip);
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
          stream.close();
        },
      };
    },
  );
}
