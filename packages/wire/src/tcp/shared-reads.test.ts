import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { systemClock } from '@acequia/base';
import { afterEach, expect, test } from 'vitest';
import { readShared } from './shared-reads.ts';
import { startTcpServer, type TcpConnection } from './tcp-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startServer(open: Parameters<typeof startTcpServer>[1]): Promise<number> {
  const options = { host: '127.0.0.1', port: 0, maxConnections: 10, idleTimeoutMs: 60_000, allowFrom: [], proxyProtocol: 'off' } as const;
  const server = await startTcpServer({ ...options, clock: systemClock }, open);
  stops.push(() => server.stop());
  return server.port;
}

/** Bytes that tell their place and their sender. */
const streamOf = (sender: number, bytes: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + sender * 7 + (at >> 8)) & 255));
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function sendAll(port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  socket.resume();
  await once(socket, 'close');
}

test('senders at once: the bytes of none are mixed with those of another, and each read is large', async () => {
  const taken = new Set<string>();
  let largest = 0;
  const port = await startServer(() => {
    const hash = createHash('sha256');
    return {
      data(chunk) {
        hash.update(chunk);
        largest = Math.max(largest, chunk.length);
      },
      end: () => void taken.add(hash.digest('hex')),
    };
  });
  const streams = [1, 2, 3, 4].map((sender) => streamOf(sender, 3_000_000 + sender));
  await Promise.all(streams.map((bytes) => sendAll(port, bytes)));
  expect(taken).toEqual(new Set(streams.map(hashOf)));
  expect(largest).toBeGreaterThan(65_536);
});

test('a paused connection takes nothing while others are read, and its bytes and its end come after', async () => {
  const readers: { connection: TcpConnection; chunks: Buffer[]; ended: boolean }[] = [];
  const port = await startServer((connection) => {
    const reader = { connection, chunks: [] as Buffer[], ended: false };
    readers.push(reader);
    return {
      data(chunk) {
        reader.chunks.push(Buffer.from(chunk));
        if (reader === readers[0] && reader.chunks.length === 1) connection.pause();
      },
      end: () => void (reader.ended = true),
    };
  });
  const sent = streamOf(5, 2_000_000);
  const all = sendAll(port, sent);
  await expect.poll(() => readers[0]?.chunks.length).toBe(1);
  await sendAll(port, streamOf(6, 1_000_000));
  expect(readers.map(({ chunks, ended }) => [chunks.length > 1, ended])).toEqual([
    [false, false],
    [true, true],
  ]);
  readers[0]!.connection.resume();
  await all;
  expect(hashOf(Buffer.concat(readers[0]!.chunks))).toBe(hashOf(sent));
  expect(readers[0]!.ended).toBe(true);
});

test('a socket whose bytes already wait goes on with its events', async () => {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.unshift(Buffer.from('what was read before'));
  expect(readShared(socket, () => undefined)).toBe(false);
  client.destroy();
  socket.destroy();
});
