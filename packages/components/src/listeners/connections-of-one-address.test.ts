import { connect } from 'node:net';
import type { RunningListener } from '@acequia/component-sdk/runtime';
import { afterEach, expect, test } from 'vitest';
import { listenerHarness } from '../testing/listener-harness.ts';
import { httpConfig } from './http/config.ts';
import { httpListenerRuntime } from './http/runtime.ts';
import { openTelemetryConfig } from './opentelemetry/config.ts';
import { openTelemetryRuntime } from './opentelemetry/runtime.ts';
import { syslogConfig } from './syslog/config.ts';
import { syslogListenerRuntime } from './syslog/runtime.ts';
import { tcpConfig } from './tcp/config.ts';
import { tcpListenerRuntime } from './tcp/runtime.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const bound = { bind: '127.0.0.1', maxConnections: 10 };
const { ctx } = listenerHarness();
const listeners: Readonly<Record<string, () => Promise<RunningListener>>> = {
  http: () => httpListenerRuntime.start({ ...httpConfig.parse({}), ...bound, port: 0 }, ctx),
  tcp: () => tcpListenerRuntime.start({ ...tcpConfig.parse({}), ...bound, port: 0 }, ctx),
  syslog: () => syslogListenerRuntime.start({ ...syslogConfig.parse({ transport: 'tcp' }), ...bound, port: 0 }, ctx),
  'OTLP/HTTP': () => openTelemetryRuntime.start({ ...openTelemetryConfig.parse({ protocols: ['json'] }), ...bound, httpPort: 0 }, ctx),
  'OTLP/gRPC': () => openTelemetryRuntime.start({ ...openTelemetryConfig.parse({ protocols: ['grpc'] }), ...bound, grpcPort: 0 }, ctx),
};

test.each(Object.keys(listeners))('%s: idle connections of one address leave room for others, and the listener says so', async (name) => {
  const running = await listeners[name]!();
  stops.push(() => running.stop());
  let closed = 0;
  const open = async (localAddress: string) => {
    const socket = connect({ port: running.addresses[0]!.port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    stops.push(() => void socket.destroy());
    socket.resume().once('close', () => (closed += 1));
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };
  for (let each = 0; each < 10; each++) await open('127.0.0.9');
  await expect.poll(() => closed).toBe(2);
  expect(running.problem?.()).toEqual({ code: 'ADDRESS_CONNECTIONS', message: '127.0.0.9' });
  expect(running.refusals?.()).toEqual([
    { reason: 'address-full', count: 2, recent: 2, addresses: [{ address: '127.0.0.9', count: 2, recent: 2 }] },
  ]);
  const other = await open('127.0.0.10');
  await new Promise((resolve) => setImmediate(resolve));
  expect(other.destroyed).toBe(false);
  expect(closed).toBe(2);
});

const guarded = { auth: 'bearer' as const, tokens: [{ name: 'a', token: 'SE_a' }] };
test.each(['http', 'opentelemetry'] as const)('%s: a wrong token is reported with its address, for a minute', async (kind) => {
  let now = 0;
  const harness = listenerHarness({ secrets: { SE_a: 'right' } });
  const clock = { ...harness.ctx.clock, monotonic: () => now };
  const at = { ...harness.ctx, clock };
  const running =
    kind === 'http'
      ? await httpListenerRuntime.start({ ...httpConfig.parse(guarded), ...bound, port: 0 }, at)
      : await openTelemetryRuntime.start({ ...openTelemetryConfig.parse({ ...guarded, protocols: ['json'] }), ...bound, httpPort: 0 }, at);
  stops.push(() => running.stop());
  const url = `http://127.0.0.1:${running.addresses[0]!.port}${kind === 'http' ? '/' : '/v1/logs'}`;
  const send = (token: string) =>
    fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: '{}' });
  expect((await send('right')).status).toBe(200);
  expect(running.problem?.()).toBeUndefined();
  expect((await send('wrong')).status).toBe(401);
  expect(running.problem?.()).toEqual({ code: 'CREDENTIALS_REFUSED', message: '127.0.0.1' });
  now = 61_000;
  expect(running.problem?.()).toBeUndefined();
});
