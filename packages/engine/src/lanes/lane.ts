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
    const rode = this.#work(start, this.#partitions, (partition) => partition.ride());
    const between = this.#clock.monotonic();
    this.#riderMs += between - start;
    let helped = false;
    if (!rode || this.#stragglerMs <= this.#riderMs * (stragglerShare / (1 - stragglerShare))) {
      helped = this.#work(between, [...this.#partitions, ...this.#stragglers], (straggler) => straggler.help());
      this.#stragglerMs += this.#clock.monotonic() - between;
    }
    if (this.#riderMs + this.#stragglerMs > 1000) {
      this.#riderMs /= 2;
      this.#stragglerMs /= 2;
    }
    return rode || helped;
  }

  /**
   * Goes round until nobody has anything to do or the quantum is over; whether anybody had. All are asked at least once, also
   * when the machine took the processor away for longer than a quantum: a lane that asked nobody would go to sleep over work.
   */
  #work<T>(startMs: number, all: Iterable<T>, take: (one: T) => boolean): boolean {
    let worked = false;
    let again: boolean;
    do {
      again = false;
      for (const one of all) again = this.#guard(() => take(one)) || again;
      worked ||= again;
    } while (again && this.#clock.monotonic() - startMs < this.#quantumMs);
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
