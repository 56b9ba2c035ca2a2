/**
 * Sends files, each over one TCP connection in pieces of 256 KiB, then half-closes. `node send-tcp.ts <port> <file>…`: prints
 * `ready`; for each file waits for a line on stdin, sends, and prints `{ bytes, seconds }`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const pieceBytes = 256 * 1024;
const [port = '', ...paths] = process.argv.slice(2);
const files = paths.map((path) => readFileSync(path));
process.stdout.write('ready\n');
for (const bytes of files) {
  await once(process.stdin, 'data');
  await send(bytes);
}
process.stdin.destroy();

async function send(bytes: Buffer): Promise<void> {
  const start = performance.now();
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.resume();
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (!socket.write(bytes.subarray(from, from + pieceBytes))) await once(socket, 'drain');
  }
  socket.end();
  await once(socket, 'finish');
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`${JSON.stringify({ bytes: bytes.length, seconds })}\n`);
  socket.destroySoon();
}
