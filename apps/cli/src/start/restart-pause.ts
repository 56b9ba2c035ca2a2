import { statfsSync } from 'node:fs';
import { MiB, secondMs, type Clock } from '@acequia/base';

const firstMs = 500;
/** A process that crashes in a loop does so soon after its start. */
const healthyMs = 10 * secondMs;
/** With less free space neither a server's database nor a worker starts for sure. */
const spaceBytes = 64 * MiB;
/** How often a full disk is looked at. */
const lookMs = 250;

export interface RestartPauseOptions {
  readonly clock: Clock;
  readonly longestMs: number;
  /** Of the disk that the process writes to; undefined where that cannot be asked. */
  readonly freeBytes: () => number | undefined;
}

/**
 * How long a process that ended is waited with before it is started again: longer with each life that was short, and hardly after
 * a healthy one. A life that began on a full disk says nothing, and the process is started again as soon as there is space.
 */
export class RestartPause {
  readonly #o: RestartPauseOptions;
  #nextMs = firstMs;
  #startedMs: number;
  #startedFull = false;

  constructor(options: RestartPauseOptions) {
    this.#o = options;
    this.#startedMs = options.clock.monotonic();
  }

  /** The process runs. */
  started(): void {
    this.#startedMs = this.#o.clock.monotonic();
    this.#startedFull = this.#isFull();
  }

  /** The process that `started` has ended, or did not start: how long to wait now, at most. */
  ended(): number {
    const isHealthy = this.#o.clock.monotonic() - this.#startedMs >= healthyMs;
    if (isHealthy || (this.#startedFull && !this.#isFull())) this.#nextMs = firstMs;
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(pauseMs * 2, this.#o.longestMs);
    return pauseMs;
  }

  /** Resolves after that time, or when a disk that is full has space again. Rejects when the signal aborts. */
  async wait(pauseMs: number, signal?: AbortSignal): Promise<void> {
    const { clock } = this.#o;
    if (!this.#isFull()) {
      await clock.sleep(pauseMs, signal);
      return;
    }
    for (let leftMs = pauseMs; leftMs > 0; leftMs -= lookMs) {
      await clock.sleep(Math.min(leftMs, lookMs), signal);
      if (this.#isFull()) continue;
      this.#nextMs = firstMs;
      return;
    }
  }

  #isFull(): boolean {
    return (this.#o.freeBytes() ?? Infinity) < spaceBytes;
  }
}

/** Free space of the disk that a folder is on; undefined when there is no such folder. */
export function freeBytesOf(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}
