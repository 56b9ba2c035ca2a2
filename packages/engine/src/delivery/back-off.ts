import type { Clock, Random } from '@acequia/base';

/**
 * Waits between attempts on one destination: doubling from the first, full jitter, a wait the peer named wins (≤ 1 h). Shared by all
 * batches of a branch, so that a dead destination sees one probe at a time. Where a person must act, the wait for that is neither
 * shortened nor ended by what other attempts report.
 */
export class BackOff {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #firstMs: number;
  readonly #maxMs: number;
  #failures = 0;
  #until = 0;
  #refused = false;

  constructor(clock: Clock, random: Random, firstMs: number, maxMs: number) {
    this.#clock = clock;
    this.#random = random;
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
  }

  get failing(): boolean {
    return this.#failures > 0;
  }

  get waitMs(): number {
    return Math.max(0, this.#until - this.#clock.monotonic());
  }

  /** A person must act before an attempt makes sense. */
  get needsPerson(): boolean {
    return this.#refused && this.waitMs > 0;
  }

  /** A person must act; without one, an attempt is made after so long. */
  refused(probeMs: number): void {
    this.#refused = true;
    this.#failures++;
    this.#until = this.#clock.monotonic() + probeMs;
  }

  failed(namedMs?: number): void {
    if (this.needsPerson) return;
    this.#refused = false;
    const ceiling = Math.min(this.#maxMs, this.#firstMs * 2 ** Math.min(this.#failures, 30));
    this.#failures++;
    const wait = namedMs === undefined ? ceiling * fraction(this.#random) : Math.min(namedMs, 3_600_000);
    this.#until = this.#clock.monotonic() + wait;
  }

  succeeded(): void {
    if (this.needsPerson) return;
    this.#failures = 0;
    this.#until = 0;
  }

  /** Tries again at once. */
  now(): void {
    this.#until = 0;
  }
}

function fraction(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
}
