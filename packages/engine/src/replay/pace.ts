import { secondMs, type Clock } from '@acequia/base';

const measuredMs = 10 * secondMs;

/** Keeps a mean rate: what was taken at once is paid for by waiting, and no time is saved up. */
export class Pace {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #taken: { readonly atMs: number; readonly events: number }[] = [];
  readonly #startedMs: number;
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#startedMs = clock.monotonic();
  }

  /** How long nothing may be taken. */
  get waitMs(): number {
    return Math.max(0, this.#dueMs - this.#clock.monotonic());
  }

  took(events: number): void {
    const now = this.#clock.monotonic();
    this.#dueMs = Math.max(this.#dueMs, now) + (events * secondMs) / this.#perSecond;
    this.#taken.push({ atMs: now, events });
    while (this.#taken[0]!.atMs < now - measuredMs) this.#taken.shift();
  }

  /** Events per second over the last 10 s. */
  get rate(): number {
    const now = this.#clock.monotonic();
    const events = this.#taken.reduce((sum, each) => (each.atMs < now - measuredMs ? sum : sum + each.events), 0);
    const overMs = Math.max(secondMs, Math.min(measuredMs, now - this.#startedMs));
    return (events * secondMs) / overMs;
  }
}
