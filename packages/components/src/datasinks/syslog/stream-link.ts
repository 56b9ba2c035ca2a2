import { Disconnected } from '@acequia/component-sdk/runtime';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { Link, LinkReport } from './link.ts';

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

/** Syslog over TCP or TLS, which has no answer of the receiver. Takes further batches while earlier ones wait for their proof. */
export function createStreamLink(options: StreamLinkOptions): Link {
  let stream: Stream | undefined;
  return {
    deliver(messages, signal) {
      if (stream?.usable !== true) stream = new Stream(options, signal);
      return stream.deliver(frameMessages(messages, options.framing), signal);
    },
    close() {
      stream?.close();
      stream = undefined;
    },
  };
}

interface Turn {
  readonly written: Promise<unknown>;
  readonly proved: Promise<unknown>;
}

/**
 * The batches of one connection. They are written in the order of the calls and proved in the same order. When one of them
 * fails, all that are not proved fail with it and the connection ends, so that nothing overtakes a batch that is sent again.
 */
class Stream {
  readonly #options: StreamLinkOptions;
  readonly #opening: Promise<Connection>;
  #connection: Connection | undefined;
  #failed = false;
  #last: Turn = { written: Promise.resolve(), proved: Promise.resolve() };
  #underWay = 0;

  constructor(options: StreamLinkOptions, signal: AbortSignal) {
    this.#options = options;
    this.#opening = this.#open(signal);
  }

  async #open(signal: AbortSignal): Promise<Connection> {
    const connection = await Connection.open(this.#options, signal);
    connection.onData(() => undefined);
    this.#connection = connection;
    return connection;
  }

  get usable(): boolean {
    return !this.#failed && this.#connection?.whole !== false;
  }

  async deliver(bytes: Buffer, signal: AbortSignal): Promise<LinkReport> {
    const before = this.#last;
    const written = Promise.withResolvers<void>();
    const proved = Promise.withResolvers<void>();
    this.#last = { written: written.promise, proved: proved.promise };
    this.#underWay++;
    const onAbort = () => this.#connection?.destroy(new Disconnected('DELIVERY_ABORTED'));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const connection = await this.#opening;
      if (signal.aborted) onAbort();
      await connection.during(before.written);
      const { bufferBytes, clock } = this.#options;
      for (let at = 0; at < bytes.length; at += bufferBytes) await connection.write(bytes.subarray(at, at + bufferBytes));
      written.resolve();
      await connection.during(Promise.all([before.proved, clock.sleep(quietMs, signal)]));
      proved.resolve();
      if (this.#underWay === 1) connection.rest();
      return { wireBytes: bytes.length };
    } catch (error) {
      this.#failed = true;
      this.#connection?.destroy(error instanceof Disconnected ? error : undefined);
      if (signal.aborted) throw new Disconnected('DELIVERY_ABORTED', {}, error);
      throw error;
    } finally {
      this.#underWay--;
      signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#connection?.close();
  }
}
