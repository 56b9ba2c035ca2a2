import { secondMs, type Clock } from '@acequia/base';

const firstMs = 500;
/** A process that crashes in a loop does so soon after its start. */
const healthyMs = 10 * secondMs;

/** How long a process that ended is waited with before it is started again: longer with each life that was short, and hardly after a healthy one. */
export class RestartPause {
  readonly #clock: Clock;
  readonly #longestMs: number;
  #nextMs = firstMs;
  #startedMs: number;

  constructor(clock: Clock, longestMs: number) {
    this.#clock = clock;
    this.#longestMs = longestMs;
    this.#startedMs = clock.monotonic();
  }

  /** The process runs. */
  started(): void {
    this.#startedMs = this.#clock.monotonic();
  }

  /** The process that `started` has ended, or did not start: how long to wait now. */
  ended(): number {
    if (this.#clock.monotonic() - this.#startedMs >= healthyMs) this.#nextMs = firstMs;
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(pauseMs * 2, this.#longestMs);
    return pauseMs;
  }
}
