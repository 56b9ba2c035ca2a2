import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Look, Order } from '../../test/syslog-child.ts';
import { freePort } from '../../test/two-tenants.ts';

const program = fileURLToPath(new URL('../../test/syslog-child.ts', import.meta.url));
const batchEvents = 100;

/** A peer that notes the lines of each connection, in order. */
async function createPeer() {
  const connections: { readonly socket: Socket; text: string }[] = [];
  const server = createServer((socket) => {
    const connection = { socket, text: '' };
    connections.push(connection);
    socket.on('error', () => undefined).on('data', (bytes: Buffer) => (connection.text += bytes.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const { socket } of connections) socket.destroy();
    server.close();
  });
  const lines = (at: number) =>
    (connections[at]?.text ?? '')
      .split('\n')
      .slice(0, -1)
      .map((line) => Number(/\d+$/.exec(line)![0]));
  return { port: (server.address() as AddressInfo).port, connections, lines };
}

/** A worker's engine that gets no proof before `letGo`, and a receiver. */
async function start() {
  const peer = await createPeer();
  const from = await freePort();
  const child = fork(program, [from, peer.port, batchEvents].map(String), { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const order = async (what: Order) => {
    const answer = once(child, 'message');
    child.send(what);
    const [look] = (await answer) as [Look];
    return look;
  };
  const post = async (count: number) => {
    const body = Array.from({ length: count }, (_, n) => `event ${n}\n`).join('');
    expect((await fetch(`http://127.0.0.1:${from}/`, { method: 'POST', body })).status).toBe(200);
  };
  return { child, peer, post, look: () => order('look'), letGo: () => order('let go'), order };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const soon = { timeout: 10_000 };

/** Ten batches came, and eight of them are at the receiver without a proof. */
async function startUnproved() {
  const worker = await start();
  await worker.post(10 * batchEvents);
  await expect.poll(() => worker.peer.lines(0).length, soon).toBe(8 * batchEvents);
  expect((await worker.look()).waiting).toBe(10 * batchEvents);
  return worker;
}

test('syslog over TCP does not wait for the proof of one batch before it sends the next', async () => {
  const { peer, look, letGo } = await startUnproved();
  await letGo();
  await expect.poll(look, soon).toEqual({ waiting: 0 });
  expect(peer.lines(0)).toEqual(numbers(0, 10 * batchEvents));
});

test('the receiver resets a connection with unproved batches: all of them are sent again, in order', async () => {
  const { peer, look, letGo } = await startUnproved();
  peer.connections[0]!.socket.resetAndDestroy();
  await expect.poll(look, soon).toEqual({ waiting: 10 * batchEvents, error: 'DELIVERY_CONNECTION_RESET' });
  await letGo();
  await expect.poll(look, soon).toEqual({ waiting: 0 });
  expect(peer.lines(1)).toEqual(numbers(0, 10 * batchEvents));
});

test('the worker stops with unproved batches: it does not wait for the proofs, and counts none of them as delivered', async () => {
  const { child, order } = await startUnproved();
  const ended = once(child, 'exit');
  expect((await order('end')).waiting).toBe(10 * batchEvents);
  expect(await ended).toEqual([0, null]);
});
