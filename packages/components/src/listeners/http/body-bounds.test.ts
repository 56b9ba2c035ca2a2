import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createByteBudget, startHttpServer } from '@acequia/wire';
import { afterEach, expect, test } from 'vitest';
import { listenerHarness } from '../../testing/listener-harness.ts';
import { httpConfig } from './config.ts';
import { createReceiver } from './receiver.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

test('stalled bodies of others: 503 with Retry-After, and as soon as one ends there is room again', async () => {
  const { ctx, intake } = listenerHarness();
  const config = { ...httpConfig.parse({ extraction: 'lines' }), bind: '127.0.0.1', port: 0 };
  const budget = createByteBudget(3_000_000);
  const receiver = createReceiver(config, ctx, 60_000, budget);
  const server = await startHttpServer(
    {
      host: config.bind,
      port: 0,
      maxConnections: 10,
      idleTimeoutMs: 60_000,
      proxyProtocol: 'off',
      allowFrom: [],
      clock: ctx.clock,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 70_000,
    },
    (exchange) => receiver.handle(exchange),
  );
  stops.push(() => server.stop(), receiver.close);
  const content = Buffer.from(randomBytes(1_250_000).toString('hex'));
  const body = gzipSync(content);
  const stalled = connect(server.port, '127.0.0.1').on('error', () => undefined);
  stops.push(() => void stalled.destroy());
  stalled.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length + 1}\r\n\r\n`);
  stalled.write(body);
  await expect.poll(() => budget.heldBytes).toBe(content.length);

  const url = `http://127.0.0.1:${server.port}/`;
  const refused = await fetch(url, { method: 'POST', body: Buffer.alloc(600_000, 'a\n') });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'BODY_BUSY' });
  expect(intake.frames).toHaveLength(0);

  stalled.destroy();
  await expect.poll(() => budget.heldBytes).toBe(0);
  expect((await fetch(url, { method: 'POST', body: 'one\n' })).status).toBe(200);
  expect(budget.heldBytes).toBe(0);
});
