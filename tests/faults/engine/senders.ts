import type { IssuedEvent, Oracle, SeededRandom } from '@acequia/testkit/oracle';
import type { Door } from './doors.ts';

/** Of one `Senders`. */
export const sendersOfOne = 4;
const linesMax = 20;
const pauseMs = 15;

export interface Pace {
  /** A sender begins a body at most this often; absent: as soon as the one before is answered. */
  readonly everyMs?: number;
  /** In a body at most. */
  readonly eventsMax?: number;
}

/** Closed-loop senders, one key each: the next body leaves when the one before was answered or failed; none is sent twice. */
export class Senders {
  /** Bodies that were refused or got no answer. */
  refused = 0;
  /** Told how long each acknowledged body took. */
  onTaken: (ms: number) => void = () => undefined;
  readonly #oracle: Oracle;
  readonly #door: Door;
  readonly #everyMs: number;
  readonly #eventsMax: number;
  readonly #waiting = new Set<() => void>();
  #loops: Promise<unknown> | undefined;
  #stopping = false;

  constructor(oracle: Oracle, door: Door, { everyMs = 0, eventsMax = linesMax }: Pace = {}) {
    this.#oracle = oracle;
    this.#door = door;
    this.#everyMs = everyMs;
    this.#eventsMax = eventsMax;
  }

  start(random: SeededRandom): void {
    this.#stopping = false;
    this.#loops = Promise.all(
      Array.from({ length: sendersOfOne }, (_, sender) => this.#loop(`sender-${sender}`, random.fork(`${sender}`))),
    );
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#loops;
  }

  close(): void {
    this.#door.close();
  }

  /** Resolves when so many more events have been acknowledged, or the time is over; tells which. */
  async acknowledged(more: number, withinMs: number): Promise<boolean> {
    const wanted = this.#oracle.acknowledged + more;
    const end = performance.now() + withinMs;
    while (this.#oracle.acknowledged < wanted) {
      if (performance.now() > end) return false;
      await this.#something();
    }
    return true;
  }

  /** Sends one event until it is acknowledged once; each attempt is an event of its own. Undefined when time is over. */
  async sendOne(withinMs: number): Promise<IssuedEvent | undefined> {
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      const event = this.#oracle.issue('fresh');
      if (await this.#post([event])) return event;
      await pause(pauseMs);
    }
    return undefined;
  }

  /** Sends a text that is not the oracle's until it is taken, each time anew. */
  async sendText(text: string, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    while (!(await this.#door.send([text]))) {
      if (performance.now() > end) throw new Error(`an event was not taken within ${withinMs} ms`);
      await pause(pauseMs);
    }
  }

  async #loop(key: string, random: SeededRandom): Promise<void> {
    while (!this.#stopping) {
      const events = Array.from({ length: 1 + random.below(this.#eventsMax) }, () => this.#oracle.issue(key));
      const startMs = performance.now();
      const isTaken = await this.#post(events);
      const tookMs = performance.now() - startMs;
      if (isTaken) this.onTaken(tookMs);
      for (const wake of this.#waiting) wake();
      if (!isTaken) this.refused++;
      await pause(Math.max(this.#everyMs - tookMs, isTaken ? random.below(4) : pauseMs));
    }
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, 100);
      this.#waiting.add(wake);
    });
  }

  async #post(events: readonly IssuedEvent[]): Promise<boolean> {
    const isTaken = await this.#door.send(events.map(({ text }) => text));
    if (isTaken) for (const event of events) this.#oracle.acknowledge(event);
    return isTaken;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
