import { Oracle, type Promises, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { Destination } from './destination.ts';
import type { Door } from './doors.ts';
import { Senders, type Pace } from './senders.ts';

/** How a neighbour fared over some acknowledgements. */
export interface Fare {
  readonly eventsPerSecond: number;
  /** Of a body's acknowledgement. */
  readonly p99Ms: number;
}

/** Other traffic through the same lane, with an oracle of its own. */
export class Neighbour {
  readonly destination: Destination;
  readonly #oracle: Oracle;
  readonly #senders: Senders;
  #longestGapMs = 0;
  #lastMs = Number.POSITIVE_INFINITY;

  constructor(seed: number, door: Door, pace: Pace = {}) {
    this.#oracle = new Oracle(seed, ['peer']);
    this.#senders = new Senders(this.#oracle, door, pace);
    this.destination = new Destination((text) => {
      const nowMs = performance.now();
      this.#longestGapMs = Math.max(this.#longestGapMs, nowMs - this.#lastMs);
      this.#lastMs = nowMs;
      this.#oracle.receive(text, 'peer');
    });
  }

  get isServed(): boolean {
    return Number.isFinite(this.#lastMs);
  }

  /** Longest time without a delivery since the first. */
  get longestGapMs(): number {
    return Math.max(this.#longestGapMs, performance.now() - this.#lastMs);
  }

  start(random: SeededRandom): void {
    this.#senders.start(random);
  }

  /** Over the next so many events. */
  async fare(events: number, withinMs: number): Promise<Fare> {
    const took: number[] = [];
    this.#senders.onTaken = (ms) => took.push(ms);
    const [startMs, before] = [performance.now(), this.#oracle.acknowledged];
    await this.#senders.acknowledged(events, withinMs);
    const taken = this.#oracle.acknowledged - before;
    const eventsPerSecond = (taken * 1000) / (performance.now() - startMs);
    took.sort((one, other) => one - other);
    return { eventsPerSecond, p99Ms: took[Math.floor(took.length * 0.99)] ?? Number.POSITIVE_INFINITY };
  }

  owed(): number {
    return this.#oracle.owedAt('peer');
  }

  async stop(): Promise<void> {
    await this.#senders.stop();
    this.#senders.close();
  }

  judge(promises: Promises): Verdict {
    this.#oracle.metFault();
    return this.#oracle.judge(promises);
  }
}
