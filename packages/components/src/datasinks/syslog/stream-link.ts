import { Disconnected } from '@acequia/component-sdk/runtime';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { Link } from './link.ts';

/** A written batch counts as delivered when no reset is seen for this long after it was flushed. */
const quietMs = 200;

export type StreamFraming = { readonly kind: 'octet-counting' } | { readonly kind: 'non-transparent'; readonly trailer: number };

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
export function createStreamLink(options: ConnectionOptions & { readonly framing: StreamFraming; readonly bufferBytes: number }): Link {
  let connection: Connection | undefined;
  return {
    async deliver(messages, signal) {
      if (connection?.whole !== true) {
        connection = await Connection.open(options, signal);
        connection.onData(() => undefined);
      }
      const used = connection;
      try {
        const bytes = frameMessages(messages, options.framing);
        for (let at = 0; at < bytes.length; at += options.bufferBytes) await used.write(bytes.subarray(at, at + options.bufferBytes));
        await used.during(options.clock.sleep(quietMs, signal));
        used.rest();
        return { wireBytes: bytes.length };
      } catch (error) {
        used.destroy();
        if (signal.aborted) throw new Disconnected('DELIVERY_ABORTED', {}, error);
        throw error;
      }
    },
    close() {
      connection?.close();
      connection = undefined;
    },
  };
}
