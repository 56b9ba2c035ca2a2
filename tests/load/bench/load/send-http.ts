/**
 * Posts a file's lines over four keep-alive connections in bodies of at most 256 KiB, each waiting for its answer; a body
 * that is not taken (not 2xx) is sent again. `node send-http.ts <file> <port> [connections]`: prints `ready`, waits for a
 * line on stdin, sends, and prints `{ bytes, seconds, requests, refused }`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { HttpAnswers } from './http-answers.ts';

const bodyBytesMax = 256 * 1024;
const triesMax = 1000;
const pauseMs = 20;
const [path = '', port = '', connections = '4'] = process.argv.slice(2);
const bytes = readFileSync(path);
const bodies: Buffer[] = [];
for (let from = 0; from < bytes.length;) {
  const limit = Math.min(from + bodyBytesMax, bytes.length);
  const end = limit === bytes.length ? limit : bytes.lastIndexOf(0x0a, limit - 1) + 1;
  bodies.push(bytes.subarray(from, end));
  from = end;
}
let next = 0;
let requests = 0;
let refused = 0;

async function sendBodies(): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
  let onStatus: (status: number) => void = () => undefined;
  let onFault: (error: Error) => void = () => undefined;
  const answers = new HttpAnswers((status) => onStatus(status));
  socket.on('data', (chunk: Buffer) => answers.push(chunk));
  socket.on('error', (error) => onFault(error));
  socket.on('close', () => onFault(new Error('the connection was closed')));
  await once(socket, 'connect');
  const post = (body: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      onStatus = resolve;
      onFault = reject;
      socket.cork();
      socket.write(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
        'latin1',
      );
      socket.write(body);
      socket.uncork();
    });
  for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
    for (let tries = 1; ; tries += 1) {
      const status = await post(body);
      requests += 1;
      if (status >= 200 && status < 300) break;
      refused += 1;
      if (tries === triesMax) throw new Error(`a body was refused ${tries} times, last with ${status}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  onFault = () => undefined;
  socket.destroy();
}

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const start = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, sendBodies));
const seconds = (performance.now() - start) / 1000;
process.stdout.write(`${JSON.stringify({ bytes: bytes.length, seconds, requests, refused })}\n`);
process.stdin.destroy();
