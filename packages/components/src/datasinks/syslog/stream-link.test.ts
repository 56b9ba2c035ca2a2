import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock } from '@acequia/base';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { createStreamLink, type StreamLinkOptions } from './stream-link.ts';

const never = new AbortController().signal;
const message = (text: string) => [Buffer.from(text)];

async function linkTo(options: Partial<StreamLinkOptions> = {}) {
  const sockets: Socket[] = [];
  const texts: string[] = [];
  const server = createServer((socket) => {
    const at = sockets.push(socket) - 1;
    texts[at] = '';
    socket.on('error', () => undefined).on('data', (bytes: Buffer) => (texts[at] += bytes.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const link = createStreamLink({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    egress: { mode: 'open', allowed: [] },
    clock: systemClock,
    tls: undefined,
    writeTimeoutMs: 10_000,
    idleTimeoutMs: 0,
    framing: { kind: 'octet-counting' },
    bufferBytes: 1024,
    ...options,
  });
  onTestFinished(() => {
    link.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { link, sockets, texts };
}

test('batches called at once are written whole and in order over one connection, and proved in order', async () => {
  const { link, sockets, texts } = await linkTo();
  const proved: number[] = [];
  const texted = Array.from({ length: 8 }, (_, n) => String(n).repeat(5000));
  await Promise.all(texted.map((text, n) => link.deliver(message(text), never).then(() => proved.push(n))));
  expect(texts[0]).toBe(texted.map((text) => `5000 ${text}`).join(''));
  expect([sockets.length, proved]).toEqual([1, [0, 1, 2, 3, 4, 5, 6, 7]]);
});

test('when a batch fails, those called after it fail with it and reach no other connection; the next one does', async () => {
  const { link, sockets, texts } = await linkTo();
  const first = link.deliver(message('a'), never);
  await expect.poll(() => texts[0]).toBe('1 a');
  const second = link.deliver(message('b'), never);
  sockets[0]!.resetAndDestroy();
  for (const each of await Promise.allSettled([first, second])) expect(each).toMatchObject({ reason: expect.any(Disconnected) as unknown });
  expect(sockets).toHaveLength(1);
  await link.deliver(message('c'), never);
  expect(texts[1]).toBe('1 c');
});

test('a connection is not idle while a batch waits for its proof', async () => {
  const { link, sockets } = await linkTo({ idleTimeoutMs: 20 });
  const first = link.deliver(message('a'), never);
  const later = systemClock.sleep(150).then(() => link.deliver(message('b'), never));
  await Promise.all([first, later]);
  expect(sockets).toHaveLength(1);
  await once(sockets[0]!, 'close');
});

test('an abort ends what waits for a peer that does not read, without waiting for the write time-out', async () => {
  const { link, sockets } = await linkTo();
  await link.deliver(message('a'), never);
  sockets[0]!.pause();
  const abort = new AbortController();
  const sends = [1, 2].map(() => link.deliver(message('x'.repeat(16_000_000)), abort.signal));
  abort.abort(new Error('stop'));
  for (const each of await Promise.allSettled(sends)) expect(each).toMatchObject({ reason: { code: 'DELIVERY_ABORTED' } });
});
