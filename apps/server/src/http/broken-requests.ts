import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { bodyOf } from './wire-error.ts';

/**
 * Answers what never becomes a request (a head that is too long, one that is no HTTP, a sender that takes too long), with a code as all
 * other refusals have one, and closes the connection.
 */
export function refuseConnection({ code }: { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? headOf(408, 0) : coded(code === 'HPE_HEADER_OVERFLOW'), () => socket.destroy());
}

function coded(tooLong: boolean): string {
  const body = bodyOf(tooLong ? 'ACQ-TOO-LARGE' : 'WEB-00022');
  const text = JSON.stringify(body);
  return headOf(body.status, Buffer.byteLength(text)) + text;
}

const headOf = (status: number, bytes: number): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;
