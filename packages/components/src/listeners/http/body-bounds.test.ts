import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startHttpServer } from '@acequia/wire';
import { afterEach, expect, test } from 'vitest';
import { listenerHarness } from '../../testing/listener-harness.ts';
import { createBodies, type ListenerBodies } from '../bodies.ts';
import { createRefusals } from '../refusals.ts';
import { httpConfig } from './config.ts';
import { createReceiver } from './receiver.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** An HTTP listener with the bytes that it may hold; answers its port. */
async function listen(bodies: ListenerBodies, trustedProxies: readonly string[] = []) {
  const { ctx, intake } = listenerHarness();
  const config = { ...httpConfig.parse({ extraction: 'lines' }), bind: '127.0.0.1', port: 0, trustedProxies: [...trustedProxies] };
  const receiver = createReceiver(config, ctx, 60_000, bodies, createRefusals(ctx));
  const server = await startHttpServer(
    {
      host: config.bind,
      port: 0,
      maxConnections: 100,
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
  return { port: server.port, intake };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly code: string | undefined;
}

function post(port: number, bytes: number, from = '127.0.0.1', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', localAddress: from, method: 'POST', agent: false, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const code = text.startsWith('{') ? (JSON.parse(text) as { readonly code?: string }).code : undefined;
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], code });
      });
    });
    call.on('error', reject);
    call.end(Buffer.alloc(bytes, 'a\n'));
  });
}

/** A body of which the last byte never comes. */
function stall(port: number, bytes: number, from = '127.0.0.1', headers = ''): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
  stops.push(() => void socket.destroy());
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${bytes + 1}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, 'a\n'));
  return socket;
}

const busy = { status: 503, retryAfter: '1', code: 'BODY_BUSY' };

test('stalled bodies of others: 503 with Retry-After, and as soon as one ends there is room again', async () => {
  const bodies = createBodies(6_000_000)('t1');
  const { port, intake } = await listen(bodies);
  const content = Buffer.from(randomBytes(1_250_000).toString('hex'));
  const body = gzipSync(content);
  const stalled = connect(port, '127.0.0.1').on('error', () => undefined);
  stops.push(() => void stalled.destroy());
  stalled.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length + 1}\r\n\r\n`);
  stalled.write(body);
  await expect.poll(() => bodies.heldBytes).toBe(content.length);
  expect(await post(port, 600_000)).toEqual(busy);
  expect(intake.frames).toHaveLength(0);
  stalled.destroy();
  await expect.poll(() => bodies.heldBytes).toBe(0);
  expect((await post(port, 600_000)).status).toBe(200);
  expect(bodies.heldBytes).toBe(0);
});

test('stalled bodies of one address leave room for others, except behind a trusted proxy, which are told apart by what it says', async () => {
  const bodies = createBodies(20_000_000)('t1');
  const { port } = await listen(bodies, ['127.0.0.9']);
  const stalled = Array.from({ length: 8 }, () => stall(port, 1_000_000));
  await expect.poll(() => bodies.heldBytes).toBe(8_000_000);
  expect(await post(port, 500_000)).toEqual(busy);
  expect((await post(port, 500_000, '127.0.0.2')).status).toBe(200);
  const by = (client: string) => post(port, 500_000, '127.0.0.9', { 'x-forwarded-for': client });
  expect(await by('127.0.0.1')).toEqual(busy);
  expect((await by('192.0.2.1')).status).toBe(200);
  for (const each of stalled) each.destroy();
  await expect.poll(() => bodies.heldBytes).toBe(0);
  for (let more = 0; more < 9; more += 1) stall(port, 1_000_000, '127.0.0.9');
  await expect.poll(() => bodies.heldBytes).toBe(9_000_000);
  expect((await post(port, 500_000, '127.0.0.9')).status).toBe(200);
});

test('stalled bodies to the listeners of one tenant leave room for those of another', async () => {
  const bodiesOf = createBodies(20_000_000);
  const own = [bodiesOf('t1'), bodiesOf('t1')];
  const [first, second, other] = [await listen(own[0]!), await listen(own[1]!), await listen(bodiesOf('t2'))];
  for (const { port } of [first, second]) for (let n = 0; n < 10; n += 1) stall(port, 900_000, n < 8 ? '127.0.0.1' : '127.0.0.2');
  const held = () => own.reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  await expect.poll(held).toBe(14_400_000);
  expect(await post(second.port, 1_000_000, '127.0.0.3')).toEqual(busy);
  expect((await post(other.port, 4_000_000)).status).toBe(200);
});
