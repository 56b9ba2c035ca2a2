import { Oracle, type Promises, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { Destination } from './destination.ts';
import { Senders } from './senders.ts';

/** Another tenant's traffic through the same lane, with an oracle of its own. */
export class Neighbour {
  readonly destination: Destination;
  /** Longest time between two deliveries, in ms. */
  longestGapMs = 0;
  readonly #oracle: Oracle;
  readonly #senders: Senders;
  #lastMs = Number.POSITIVE_INFINITY;

  constructor(seed: number, port: number) {
    this.#oracle = new Oracle(seed, ['peer']);
    this.#senders = new Senders(this.#oracle, `http://127.0.0.1:${port}/`);
    this.destination = new Destination((text) => {
      const nowMs = performance.now();
      this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#lastMs);
      this.#lastMs = nowMs;
      this.#oracle.receive(text, 'peer');
    });
  }

  start(random: SeededRandom): void {
    this.#senders.start(random);
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
