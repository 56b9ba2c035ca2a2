import { secondMs } from '@acequia/base';
import type { ListenerRuntime, RunningListener } from '@acequia/component-sdk/runtime';
import { startHttpServer } from '@acequia/wire';
import { bindFault } from '../bind-fault.ts';
import { bodiesOfListener } from '../bodies.ts';
import { createRefusals } from '../refusals.ts';
import { serverTls } from '../server-tls.ts';
import { socketOptions } from '../socket-options.ts';
import type { HttpConfig } from './config.ts';
import { cutBody } from './cut-body.ts';
import { createHttpDecoder } from './decoder.ts';
import { createReceiver } from './receiver.ts';

const headersTimeoutMs = 10 * secondMs;
const bodyTimeoutMs = 60 * secondMs;

export const httpListenerRuntime: ListenerRuntime<HttpConfig> = {
  async start(config, ctx) {
    const refusals = createRefusals(ctx);
    const receiver = createReceiver(config, ctx, bodyTimeoutMs, bodiesOfListener(ctx.tenantId), refusals);
    const server = await startHttpServer(
      {
        ...socketOptions(config, ctx, config.port, config.trustedProxies),
        headersTimeoutMs,
        requestTimeoutMs: headersTimeoutMs + bodyTimeoutMs,
        refused: refusals.refused,
      },
      (exchange) => receiver.handle(exchange),
    ).catch((error: unknown) => {
      receiver.close();
      throw bindFault(error);
    });
    const stopNow = () => void running.stop();
    let stopped: Promise<void> | undefined;
    const running: RunningListener = {
      addresses: [{ protocol: 'tcp', host: server.host, port: server.port }],
      stop: () =>
        (stopped ??= server.stop().then(() => {
          ctx.signal.removeEventListener('abort', stopNow);
          receiver.close();
        })),
      problem: refusals.problem,
      refusals: refusals.counts,
      secretsChanged() {
        const next = serverTls(config, ctx);
        if (next) server.renewTls(next);
      },
    };
    if (ctx.signal.aborted) await running.stop();
    else ctx.signal.addEventListener('abort', stopNow, { once: true });
    ctx.log.info({ addresses: running.addresses }, 'http listener started');
    return running;
  },
  decoder: createHttpDecoder,
  cut: cutBody,
};
