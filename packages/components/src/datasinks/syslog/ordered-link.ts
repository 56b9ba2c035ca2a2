import { Disconnected } from '@acequia/component-sdk/runtime';
import type { Connection } from './connection.ts';
import type { Link, LinkReport } from './link.ts';

/** A connection as one protocol uses it. */
export interface LinkSession {
  readonly connection: Connection;
  /** Writes a batch, after those before it. The result proves it, which takes until they are `proved` too. */
  write(messages: readonly Uint8Array[], signal: AbortSignal): Promise<(before: Promise<unknown>) => Promise<LinkReport>>;
  close(): void;
}

/** Takes further batches while earlier ones wait for their proof. */
export function createOrderedLink(open: (signal: AbortSignal) => Promise<LinkSession>): Link {
  let stream: Stream | undefined;
  return {
    deliver(messages, signal) {
      if (stream === undefined || (!stream.usable && !stream.busy)) stream = new Stream(open, signal);
      return stream.deliver(messages, signal);
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
  readonly #opening: Promise<LinkSession>;
  #session: LinkSession | undefined;
  #failed = false;
  #last: Turn = { written: Promise.resolve(), proved: Promise.resolve() };
  #underWay = 0;
  #unseen = 0;

  constructor(open: (signal: AbortSignal) => Promise<LinkSession>, signal: AbortSignal) {
    this.#opening = open(signal).then((session) => (this.#session = session));
  }

  get usable(): boolean {
    return !this.#failed && this.#session?.connection.whole !== false;
  }

  /** Some callers have not seen yet how their batch ended: until then another connection would let later batches overtake. */
  get busy(): boolean {
    return this.#unseen > 0;
  }

  deliver(messages: readonly Uint8Array[], signal: AbortSignal): Promise<LinkReport> {
    this.#unseen++;
    const delivered = this.#deliver(messages, signal);
    // Who awaits the result goes on before the second step.
    void delivered.then(noted, noted).then(() => this.#unseen--);
    return delivered;
  }

  async #deliver(messages: readonly Uint8Array[], signal: AbortSignal): Promise<LinkReport> {
    const before = this.#last;
    const written = Promise.withResolvers<void>();
    const proved = Promise.withResolvers<void>();
    this.#last = { written: written.promise, proved: proved.promise };
    this.#underWay++;
    const onAbort = () => this.#session?.connection.destroy(new Disconnected('DELIVERY_ABORTED'));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const session = await this.#opening;
      const { connection } = session;
      if (signal.aborted) onAbort();
      await connection.during(before.written);
      const prove = await session.write(messages, signal);
      written.resolve();
      const report = await prove(before.proved);
      proved.resolve();
      if (this.#underWay === 1) connection.rest();
      return report;
    } catch (error) {
      this.#failed = true;
      this.#session?.connection.destroy(error instanceof Disconnected ? error : undefined);
      if (signal.aborted) throw new Disconnected('DELIVERY_ABORTED', {}, error);
      throw error;
    } finally {
      this.#underWay--;
      signal.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#session?.close();
  }
}

const noted = () => undefined;
