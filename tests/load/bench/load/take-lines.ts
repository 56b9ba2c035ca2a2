/**
 * Takes what the load generators send and throws it away, to show how fast they are alone. `node take-lines.ts <port>
 * tcp|http`: prints `ready`; tcp counts bytes until the sender closes, http answers each request as soon as its body is in.
 */
import { createServer } from 'node:net';

const [port = '', kind = 'tcp'] = process.argv.slice(2);
const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');

createServer({ allowHalfOpen: false }, (socket) => {
  let missing = 0;
  let head = '';
  socket.on('error', () => undefined);
  if (kind === 'tcp') {
    socket.resume();
    return;
  }
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
      head = '';
    }
    if (missing === 0) socket.write(answer);
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
