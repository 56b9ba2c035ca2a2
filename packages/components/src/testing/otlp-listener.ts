import { openTelemetryConfig, type OpenTelemetryConfig } from '../listeners/opentelemetry/config.ts';
import { openTelemetryRuntime } from '../listeners/opentelemetry/runtime.ts';
import { decodeFrames, listenerHarness, type Harness } from './listener-harness.ts';

/** An opentelemetry listener on free ports, and its decoder over what it took. */
export async function startOtlpListener(config: object = {}, harness: Harness = listenerHarness()) {
  const full: OpenTelemetryConfig = { ...openTelemetryConfig.parse(config), bind: '127.0.0.1', httpPort: 0, grpcPort: 0 };
  const running = await openTelemetryRuntime.start(full, harness.ctx);
  const ports = running.addresses.map((address) => address.port);
  const [httpPort, grpcPort] = full.protocols.some((protocol) => protocol !== 'grpc') ? ports : [0, ...ports];
  return {
    ...harness,
    running,
    config: full,
    httpPort: httpPort ?? 0,
    grpcPort: grpcPort ?? 0,
    decoded: () => decodeFrames((slots) => openTelemetryRuntime.decoder(full, { slots }), harness.intake.frames),
  };
}
