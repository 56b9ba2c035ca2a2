import type { Clock } from '@acequia/base';

/** Time in which there is room counts so many times against time in which there is none. */
const freeWeight = 3;

/**
 * How long somebody waits for a full destination. A pause is waited out; one that is full for more than `limitMs` and three times as
 * long as it has room, so that takes less than a quarter of what could be given to it, is not.
 */
export class BackpressureGrace {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #onOver: () => void;
  #fullMs = 0;
  #wasFull = false;
  #lookedAtMs = 0;
  #cancel: () => void = () => undefined;

  /** `onOver`: when the waiting has an end, should nobody ask before. */
  constructor(clock: Clock, limitMs: number, onOver: () => void) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#onOver = onOver;
  }

  /** It was not full lately: to say that there is room would change nothing. */
  get calm(): boolean {
    return !this.#wasFull && this.#fullMs === 0;
  }

  /** Tells how it is now, as often as it is looked at. True: it is full and is waited for. */
  waits(full: boolean): boolean {
    if (!full && this.calm) return false;
    const now = this.#clock.monotonic();
    const sinceMs = now - this.#lookedAtMs;
    this.#lookedAtMs = now;
    const fullMs = this.#fullMs + (this.#wasFull ? sinceMs : -freeWeight * sinceMs);
    this.#fullMs = Math.min(this.#limitMs, Math.max(0, fullMs));
    if (full !== this.#wasFull) this.#cancel();
    if (full && !this.#wasFull) this.#cancel = this.#clock.after(Math.max(1, this.#limitMs - this.#fullMs), () => this.#end());
    this.#wasFull = full;
    return full && this.#fullMs < this.#limitMs;
  }

  /** As last told: it is full and is waited for now. */
  get waiting(): boolean {
    return this.#wasFull && this.#fullMs + this.#clock.monotonic() - this.#lookedAtMs < this.#limitMs;
  }

  /** What was no longer waited for is over: a next time begins anew. */
  forget(): void {
    this.#cancel();
    this.#fullMs = 0;
    this.#wasFull = false;
  }

  /** By the timer, which may come a little before the time it was set for. */
  #end(): void {
    this.#fullMs = this.#limitMs;
    this.#onOver();
  }
}
