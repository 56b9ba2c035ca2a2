import { Connection, type ConnectionOptions } from './connection.ts';
import type { Link } from './link.ts';
import { createOrderedLink } from './ordered-link.ts';

/** A written batch counts as delivered when no reset is seen for this long after it was flushed. */
const quietMs = 200;

export type StreamFraming = { readonly kind: 'octet-counting' } | { readonly kind: 'non-transparent'; readonly trailer: number };

export type StreamLinkOptions = ConnectionOptions & { readonly framing: StreamFraming; readonly bufferBytes: number };

/** Frames of RFC 6587 one after the other. */
export function frameMessages(messages: readonly Uint8Array[], framing: StreamFraming): Buffer {
  const parts: Uint8Array[] = [];
  const trailer = framing.kind === 'non-transparent' ? Uint8Array.of(framing.trailer) : undefined;
  for (const message of messages) {
    if (trailer === undefined) parts.push(Buffer.from(`${message.length} `), message);
    else parts.push(message, trailer);
  }
  return Buffer.concat(parts);
}

/** Syslog over TCP or TLS, which has no answer of the receiver. */
export function createStreamLink(options: StreamLinkOptions): Link {
  const { bufferBytes, clock, framing } = options;
  return createOrderedLink(async (opening) => {
    const connection = await Connection.open(options, opening);
    connection.onData(() => undefined);
    return {
      connection,
      write: async (messages, signal) => {
        const bytes = frameMessages(messages, framing);
        for (let at = 0; at < bytes.length; at += bufferBytes) await connection.write(bytes.subarray(at, at + bufferBytes));
        const quiet = clock.sleep(quietMs, signal);
        quiet.catch(() => undefined);
        return async (before) => {
          await connection.during(Promise.all([before, quiet]));
          return { wireBytes: bytes.length };
        };
      },
      close: () => connection.close(),
    };
  });
}
