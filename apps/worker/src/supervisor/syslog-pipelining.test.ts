import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import type { Look, Order } from '../../test/syslog-child.ts';

const program = fileURLToPath(new URL('../../test/syslog-child.ts', import.meta.url));
const batchEvents = 100;

type Form = 'relp' | 'resilient';

interface PeerConnection {
  readonly socket: Socket;
  text: string;
  /** Of RELP: transactions that have no answer yet. */
  readonly waiting: number[];
}

/** A peer that notes the messages of each connection, in order. Over RELP it answers as many messages as it may. */
async function createPeer(relp: boolean) {
  const connections: PeerConnection[] = [];
  const mayAnswer = { count: 0 };
  const answer = ({ socket, waiting }: PeerConnection) => {
    for (; waiting.length > 0 && mayAnswer.count > 0; mayAnswer.count -= 1) socket.write(`${waiting.shift()!} rsp 6 200 OK\n`);
  };
  const takeRelp = (connection: PeerConnection) => {
    let rest = '';
    return (bytes: Buffer) => {
      rest += bytes.toString('latin1');
      for (let head = relpHead.exec(rest); head !== null; head = relpHead.exec(rest)) {
        const end = head[0].length + Number(head[3]) + 1;
        if (rest.length < end) break;
        const [number, command, data] = [Number(head[1]), head[2], rest.slice(head[0].length, end - 1)];
        rest = rest.slice(end);
        if (command === 'open') connection.socket.write(`${number} rsp 6 200 OK\n`);
        if (command !== 'syslog') continue;
        connection.text += `${data}\n`;
        connection.waiting.push(number);
      }
      answer(connection);
    };
  };
  const server = createServer((socket) => {
    const connection: PeerConnection = { socket, text: '', waiting: [] };
    connections.push(connection);
    socket.on('error', () => undefined);
    socket.on('data', relp ? takeRelp(connection) : (bytes) => (connection.text += bytes.toString('latin1')));
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
  const answers = (count: number) => {
    mayAnswer.count = count;
    for (const connection of connections) answer(connection);
  };
  return { port: (server.address() as AddressInfo).port, connections, lines, answers };
}

const relpHead = /^(\d+) (\w+) (\d+) /;

/** A worker's engine that gets no proof before `letGo`, and a receiver. */
async function start(forms: readonly Form[]) {
  const peer = await createPeer(forms.includes('relp'));
  const from = await freePort();
  const child = fork(program, [...[from, peer.port, batchEvents].map(String), ...forms], { execArgv: [] });
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
  const letGo = () => {
    peer.answers(Number.POSITIVE_INFINITY);
    return order('let go');
  };
  return { child, peer, post, look: () => order('look'), letGo, order };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const soon = { timeout: 10_000 };

/** Ten batches came, and eight of them are at the receiver without a proof. */
async function startUnproved(...forms: Form[]) {
  const worker = await start(forms);
  await worker.post(10 * batchEvents);
  await expect.poll(() => worker.peer.lines(0).length, soon).toBe(8 * batchEvents);
  expect((await worker.look()).waiting).toBe(10 * batchEvents);
  return worker;
}

describe.each<{ readonly form: string; readonly forms: Form[] }>([
  { form: 'over TCP', forms: [] },
  { form: 'resilient over TCP', forms: ['resilient'] },
  { form: 'with RELP', forms: ['relp'] },
  { form: 'resilient with RELP', forms: ['relp', 'resilient'] },
])('syslog $form', ({ forms }) => {
  test('does not wait for the proof of one batch before it sends the next', async () => {
    const { peer, look, letGo } = await startUnproved(...forms);
    await letGo();
    await expect.poll(look, soon).toEqual({ waiting: 0 });
    expect(peer.lines(0)).toEqual(numbers(0, 10 * batchEvents));
  });

  test('the receiver resets a connection with unproved batches: all of them are sent again, in order', async () => {
    const { peer, look, letGo } = await startUnproved(...forms);
    peer.connections[0]!.socket.resetAndDestroy();
    if (forms.includes('resilient')) await expect.poll(() => peer.lines(1).length, soon).toBe(batchEvents);
    else await expect.poll(look, soon).toEqual({ waiting: 10 * batchEvents, error: 'DELIVERY_CONNECTION_RESET' });
    await letGo();
    await expect.poll(look, soon).toEqual({ waiting: 0 });
    expect(peer.lines(1)).toEqual(numbers(0, 10 * batchEvents));
  });

  test('the worker stops with unproved batches: it does not wait for the proofs, and counts none of them as delivered', async () => {
    const { child, order } = await startUnproved(...forms);
    const ended = once(child, 'exit');
    expect((await order('end')).waiting).toBe(10 * batchEvents);
    expect(await ended).toEqual([0, null]);
  });
});

test.each<{ readonly form: string; readonly forms: Form[] }>([
  { form: 'RELP', forms: ['relp'] },
  { form: 'resilient RELP', forms: ['relp', 'resilient'] },
])('a receiver with $form that has answered three batches is sent the others again, and no more', async ({ forms }) => {
  const { peer, look, letGo } = await startUnproved(...forms);
  peer.answers(3 * batchEvents);
  await expect.poll(async () => (await look()).waiting, soon).toBe(7 * batchEvents);
  await expect.poll(() => peer.lines(0).length, soon).toBe(10 * batchEvents);
  peer.connections[0]!.socket.resetAndDestroy();
  await expect.poll(() => peer.connections.length, soon).toBe(2);
  await letGo();
  await expect.poll(look, soon).toEqual({ waiting: 0 });
  expect(peer.lines(1)).toEqual(numbers(3 * batchEvents, 10 * batchEvents));
});
