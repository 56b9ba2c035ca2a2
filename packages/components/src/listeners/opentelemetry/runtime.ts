import type { ListenerRuntime, RunningListener } from '@acequia/component-sdk/runtime';
import { createFailureGate, type GrpcServer, type HttpServer } from '@acequia/wire';
import { bindFault } from '../bind-fault.ts';
import { bodiesOfListener } from '../bodies.ts';
import { createRefusals } from '../refusals.ts';
import { serverTls } from '../server-tls.ts';
import { createAuthenticator } from './authenticate.ts';
import { speaksGrpc, speaksHttp, type OpenTelemetryConfig } from './config.ts';
import { cutRequestText } from './cut-request-text.ts';
import { createDecoder } from './decoder.ts';
import { startGrpcSide } from './grpc-side.ts';
import { startHttpSide } from './http-side.ts';
import { createRequestIntake } from './take-request.ts';

export const openTelemetryRuntime: ListenerRuntime<OpenTelemetryConfig> = {
  async start(config, ctx) {
    const requests = createRequestIntake(ctx);
    const refusals = createRefusals(ctx);
    const door = {
      authenticator: createAuthenticator(config, ctx),
      gate: createFailureGate(ctx.clock),
      requests,
      refusals,
      bodies: bodiesOfListener(ctx.tenantId),
    };
    const servers: (HttpServer | GrpcServer)[] = [];
    const stopServers = () => Promise.all(servers.map((server) => server.stop()));
    try {
      if (speaksHttp(config)) servers.push(await startHttpSide(config, ctx, door));
      if (speaksGrpc(config)) servers.push(await startGrpcSide(config, ctx, door));
    } catch (error) {
      await stopServers();
      requests.close();
      throw bindFault(error);
    }
    const stopNow = () => void running.stop();
    let stopped: Promise<void> | undefined;
    const running: RunningListener = {
      addresses: servers.map(({ host, port }) => ({ protocol: 'tcp', host, port })),
      stop: () =>
        (stopped ??= stopServers().then(() => {
          ctx.signal.removeEventListener('abort', stopNow);
          requests.close();
        })),
      problem: refusals.problem,
      refusals: refusals.counts,
      secretsChanged() {
        const next = serverTls(config, ctx);
        if (next) for (const server of servers) server.renewTls(next);
      },
    };
    if (ctx.signal.aborted) await running.stop();
    else ctx.signal.addEventListener('abort', stopNow, { once: true });
    ctx.log.info({ addresses: running.addresses }, 'opentelemetry listener started');
    return running;
  },
  decoder: createDecoder,
  cut: cutRequestText,
};
