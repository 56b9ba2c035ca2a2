import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock } from '@acequia/base';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionOptions } from './connection.ts';
import { createRelpLink, relpWindow } from './relp-link.ts';

const never = new AbortController().signal;
const messages = (count: number, from = 0) => Array.from({ length: count }, (_, n) => Buffer.from(`m${from + n}`));

interface Heard {
  readonly socket: Socket;
  readonly texts: string[];
  /** Transactions without an answer. */
  readonly waiting: number[];
}

/** A receiver that answers messages when the test says so. */
async function linkTo(options: Partial<ConnectionOptions> = {}) {
  const connections: Heard[] = [];
  const server = createServer((socket) => {
    const heard: Heard = { socket, texts: [], waiting: [] };
    connections.push(heard);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      rest += bytes.toString('latin1');
      for (let head = headOf(rest); head !== null; head = headOf(rest)) {
        const end = head[0].length + Number(head[3]) + 1;
        if (rest.length < end) return;
        if (head[2] === 'open') socket.write(`${head[1]} rsp 6 200 OK\n`);
        else if (head[2] === 'syslog') {
          heard.texts.push(rest.slice(head[0].length, end - 1));
          heard.waiting.push(Number(head[1]));
        }
        rest = rest.slice(end);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const link = createRelpLink({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    egress: { mode: 'open', allowed: [] },
    clock: systemClock,
    tls: undefined,
    writeTimeoutMs: 10_000,
    idleTimeoutMs: 0,
    ...options,
  });
  onTestFinished(() => {
    link.close();
    for (const { socket } of connections) socket.destroy();
    server.close();
  });
  const answer = (count: number, at = 0) => {
    for (const number of connections[at]!.waiting.splice(0, count)) connections[at]!.socket.write(`${number} rsp 6 200 OK\n`);
  };
  return { link, connections, answer };
}

const headOf = (text: string) => /^(\d+) (\w+) (\d+)(?: |(?=\n))/.exec(text);

test('batches are under way together before the first answer, and proved one by one in order', async () => {
  const { link, connections, answer } = await linkTo();
  const proved: number[] = [];
  const sends = Array.from({ length: 8 }, (_, n) => link.deliver(messages(50, 50 * n), never).then(() => proved.push(n)));
  await expect.poll(() => connections[0]?.texts.length).toBe(400);
  expect(connections[0]!.texts).toEqual(messages(400).map(String));
  expect(proved).toEqual([]);
  answer(120);
  await expect.poll(() => proved).toEqual([0, 1]);
  answer(280);
  await Promise.all(sends);
  expect([proved, connections.length]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], 1]);
});

test('all batches together have no more messages without an answer than the window, whatever their size', async () => {
  const { link, connections, answer } = await linkTo();
  const sends = [relpWindow * 2 + 7, 5, relpWindow].map((count) => link.deliver(messages(count), never));
  const all = relpWindow * 3 + 12;
  for (let answered = 0; answered < all;) {
    await expect.poll(() => connections[0]?.texts.length).toBe(Math.min(all, answered + relpWindow));
    const step = Math.min(relpWindow / 2, all - answered);
    answer(step);
    answered += step;
  }
  await Promise.all(sends);
  expect(connections).toHaveLength(1);
});

test('a receiver that answers out of turn: no batch is proved before those in front of it', async () => {
  const { link, connections, answer } = await linkTo();
  const proved: number[] = [];
  const sends = [10, relpWindow - 10, 1].map((count, n) => link.deliver(messages(count), never).then(() => proved.push(n)));
  await expect.poll(() => connections[0]?.texts.length).toBe(relpWindow);
  connections[0]!.waiting.reverse();
  answer(relpWindow - 10);
  // The last one goes out when the answers have been read.
  await expect.poll(() => connections[0]?.texts.length).toBe(relpWindow + 1);
  expect(proved).toEqual([]);
  answer(11);
  await Promise.all(sends);
  expect(proved).toEqual([0, 1, 2]);
});

test('a connection that breaks: what was answered is delivered, all else fails, and nothing of it reaches another connection', async () => {
  const { link, connections, answer } = await linkTo();
  const sends = [0, 1, 2].map((n) => link.deliver(messages(10, 10 * n), never));
  await expect.poll(() => connections[0]?.texts.length).toBe(30);
  answer(15);
  await sends[0];
  connections[0]!.socket.resetAndDestroy();
  for (const each of await Promise.allSettled(sends.slice(1))) expect(each).toMatchObject({ reason: expect.any(Disconnected) as unknown });
  expect(connections).toHaveLength(1);
  const again = link.deliver(messages(10, 10), never);
  await expect.poll(() => connections[1]?.texts).toEqual(messages(10, 10).map(String));
  answer(10, 1);
  await again;
});

test('a receiver that stops answering: the connection ends after the write time-out, with all that is under way', async () => {
  const { link, connections } = await linkTo({ writeTimeoutMs: 100 });
  const sends = await Promise.allSettled([link.deliver(messages(3), never), link.deliver(messages(relpWindow + 1), never)]);
  expect(sends[0]).toMatchObject({ reason: { code: 'DELIVERY_RELP_TIMEOUT' } });
  expect(sends[1]).toMatchObject({ status: 'rejected' });
  expect(connections).toHaveLength(1);
});
