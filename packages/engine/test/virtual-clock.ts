import type { Clock } from '@acequia/base';

/** Lets everything run that waits for no timer. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Time that passes when a test says so. `settleAll`: lets everything run that waits for no timer. */
export class VirtualClock implements Clock {
  readonly #settleAll: () => Promise<void>;
  #nowMs = 1_000_000;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  constructor(settleAll = settle) {
    this.#settleAll = settleAll;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, run };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.after(ms, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        reject(signal.reason as Error);
      });
    });
  }

  /** What is at work takes so long; timers that become due are late. */
  spend(ms: number): void {
    this.#nowMs += ms;
  }

  /** Runs what is due in order, and all that follows from each. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await this.#settleAll();
      const due = this.#timers.filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
  }
}
