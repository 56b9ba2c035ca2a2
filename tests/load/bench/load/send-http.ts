/**
 * Posts the lines of files over four keep-alive connections in bodies of at most 256 KiB, each waiting for its answer; a body
 * that is not taken (not 2xx) is sent again. `node send-http.ts <port> <file>…`: prints `ready`; for each file waits for a
 * line on stdin, sends, and prints `{ bytes, seconds, requests, refused }`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { HttpAnswers } from './http-answers.ts';

const bodyBytesMax = 256 * 1024;
const triesMax = 1000;
const pauseMs = 20;
const connections = 4;
const [port = '', ...paths] = process.argv.slice(2);
const files = paths.map((path) => readFileSync(path));

function bodiesOf(bytes: Buffer): Buffer[] {
  const bodies: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const limit = Math.min(from + bodyBytesMax, bytes.length);
    const end = limit === bytes.length ? limit : bytes.lastIndexOf(0x0a, limit - 1) + 1;
    bodies.push(bytes.subarray(from, end));
    from = end;
  }
  return bodies;
}

/** What the connections share. */
interface Sending {
  readonly bodies: Iterator<Buffer, undefined>;
  requests: number;
  refused: number;
}

async function sendBodies(sending: Sending): Promise<void> {
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
  for (let { value: body } = sending.bodies.next(); body !== undefined; { value: body } = sending.bodies.next()) {
    for (let tries = 1; ; tries += 1) {
      const status = await post(body);
      sending.requests += 1;
      if (status >= 200 && status < 300) break;
      sending.refused += 1;
      if (tries === triesMax) throw new Error(`a body was refused ${tries} times, last with ${status}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  onFault = () => undefined;
  socket.destroy();
}

process.stdout.write('ready\n');
for (const bytes of files) {
  await once(process.stdin, 'data');
  const start = performance.now();
  const sending: Sending = { bodies: bodiesOf(bytes).values(), requests: 0, refused: 0 };
  await Promise.all(Array.from({ length: connections }, () => sendBodies(sending)));
  const seconds = (performance.now() - start) / 1000;
  const { requests, refused } = sending;
  process.stdout.write(`${JSON.stringify({ bytes: bytes.length, seconds, requests, refused })}\n`);
}
process.stdin.destroy();
