import type { Clock, Log } from '@acequia/base';
import { stragglerShare } from '../limits.ts';
import type { Partition } from './partition.ts';

/** Work that may use what stragglers may: a block at a time. */
export interface Straggler {
  /** False: nothing to do now. */
  help(): boolean;
}

/**
 * Runs the partitions placed on it, a block at a time, and lets sockets and timers in after each quantum. Versions that
 * have fallen behind get at most a quarter of the time while riders have work (engine decision 14).
 */
export class Lane {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #quantumMs: number;
  readonly #partitions = new Set<Partition>();
  readonly #stragglers = new Set<Straggler>();
  #scheduled: NodeJS.Immediate | undefined;
  #stopped = false;
  #riderMs = 0;
  #stragglerMs = 0;

  constructor(clock: Clock, log: Log, quantumMs: number) {
    this.#clock = clock;
    this.#log = log;
    this.#quantumMs = quantumMs;
  }

  add(partition: Partition): void {
    this.#partitions.add(partition);
    this.wake();
  }

  remove(partition: Partition): void {
    this.#partitions.delete(partition);
  }

  attach(straggler: Straggler): void {
    this.#stragglers.add(straggler);
    this.wake();
  }

  detach(straggler: Straggler): void {
    this.#stragglers.delete(straggler);
  }

  /** Something may have become possible. */
  wake(): void {
    if (this.#stopped || this.#scheduled) return;
    this.#scheduled = setImmediate(() => {
      this.#scheduled = undefined;
      if (this.#turn()) this.wake();
    });
  }

  /** No block is run after this. */
  stop(): void {
    this.#stopped = true;
    if (this.#scheduled) clearImmediate(this.#scheduled);
  }

  #turn(): boolean {
    const start = this.#clock.monotonic();
    let worked = false;
    for (let again = true; again && this.#clock.monotonic() - start < this.#quantumMs;) {
      again = false;
      for (const partition of this.#partitions) again = this.#guard(() => partition.ride()) || again;
      worked ||= again;
    }
    const between = this.#clock.monotonic();
    this.#riderMs += between - start;
    if (!worked || this.#stragglerMs <= this.#riderMs * (stragglerShare / (1 - stragglerShare))) {
      for (let again = true; again && this.#clock.monotonic() - between < this.#quantumMs;) {
        again = false;
        for (const each of [...this.#partitions, ...this.#stragglers]) again = this.#guard(() => each.help()) || again;
        worked ||= again;
      }
      this.#stragglerMs += this.#clock.monotonic() - between;
    }
    if (this.#riderMs + this.#stragglerMs > 1000) {
      this.#riderMs /= 2;
      this.#stragglerMs /= 2;
    }
    return worked;
  }

  #guard(run: () => boolean): boolean {
    try {
      return run();
    } catch (error) {
      this.#log.error({ error }, 'a lane failed');
      throw error;
    }
  }
}
