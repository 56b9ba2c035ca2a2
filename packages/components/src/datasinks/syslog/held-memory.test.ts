import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { MiB, systemClock } from '@acequia/base';
import { heldBytes } from '@acequia/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { Connection } from './connection.ts';
import { createRelpLink } from './relp-link.ts';

const never = new AbortController().signal;

async function receiver(onData: (socket: Socket, bytes: Buffer) => void) {
  const server = createServer((socket) => socket.on('data', (bytes: Buffer) => onData(socket, bytes)).on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    egress: { mode: 'open', allowed: [] } as const,
    clock: systemClock,
    tls: undefined,
    writeTimeoutMs: 10_000,
    idleTimeoutMs: 0,
  };
}

/** Answers every whole RELP frame of messages without line feeds. */
function relpAnswers() {
  let rest = '';
  return (socket: Socket, bytes: Buffer) => {
    const lines = (rest + bytes.toString('latin1')).split('\n');
    rest = lines.pop()!;
    const answers = lines.map((line) => /^(\d+) (open|syslog) /.exec(line)).filter((match) => match !== null);
    socket.write(answers.map((match) => `${match[1]} rsp 6 200 OK\n`).join(''));
  };
}

test('a RELP connection that lives long does not hold memory for each message it has delivered', async () => {
  const answers = relpAnswers();
  let open = '';
  const options = await receiver((socket, bytes) => {
    // The offer of `open` has line feeds of its own.
    if (open !== 'done') {
      open += bytes.toString('latin1');
      if (!open.endsWith('commands=syslog\n')) return;
      open = 'done';
      socket.write('1 rsp 6 200 OK\n');
    } else answers(socket, bytes);
  });
  const link = createRelpLink(options);
  const messages = Array.from({ length: 2000 }, (_, index) => Buffer.from(`message ${index}`));
  await link.deliver(messages, never);
  const held = await heldBytes(async () => {
    for (let batch = 0; batch < 40; batch++) await link.deliver(messages, never);
  });
  link.close();
  expect(held).toBeLessThan(8 * MiB);
});

test('a connection that lives long does not hold memory for each write', async () => {
  const options = await receiver(() => undefined);
  const connection = await Connection.open(options, never);
  const write = async (count: number) => {
    for (let each = 0; each < count; each++) await connection.write(Buffer.from('x'));
  };
  await write(1000);
  const held = await heldBytes(() => write(60_000));
  expect(connection.underWay).toBe(0);
  connection.destroy();
  expect(held).toBeLessThan(6 * MiB);
});
