import type { Socket } from 'node:net';

const sharedBytes = 128 * 1024;

/** What Node keeps of a socket made with the option `onread`, which a server's sockets cannot be given. */
interface SocketInside {
  readonly _handle?: { useUserBuffer?(buffer: Uint8Array): void } | null;
  [key: symbol]: unknown;
}

let shared: Buffer | undefined;

/**
 * Reads of all connections go into one buffer: nothing is allocated for a read, and one takes up to 128 KiB. `take` gets what was
 * read, valid during the call. False: this socket cannot (TLS, bytes that already wait, another Node); its `data` events go on.
 */
export function readShared(socket: Socket, take: (chunk: Buffer) => void): boolean {
  const inside = socket as unknown as SocketInside;
  const [buffer, callback] = ['kBuffer', 'kBufferCb'].map((name) =>
    Object.getOwnPropertySymbols(socket).find(({ description }) => description === name),
  );
  const handle = inside._handle;
  if (!buffer || !callback || typeof handle?.useUserBuffer !== 'function') return false;
  if (inside[buffer] !== null || socket.readableLength > 0 || 'encrypted' in socket) return false;
  shared ??= Buffer.allocUnsafeSlow(sharedBytes);
  const into = shared;
  inside[buffer] = into;
  inside[callback] = (bytes: number) => {
    take(into.subarray(0, bytes));
    return true;
  };
  handle.useUserBuffer(into);
  return true;
}
