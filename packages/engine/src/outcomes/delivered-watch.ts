import type { Clock } from '@acequia/base';

/** Between two looks at what no release announces: versions that ended, and events from before a restart. */
const lookEveryMs = 50;

/** One block of a listener: settled once nothing made of it waits for an outcome in this lane. */
export class DeliveredWatch {
  readonly block: number;
  /** Requests that this block holds up. */
  readonly waiters = new Set<DeliveredWaiter>();
  readonly #onSettled: (watch: DeliveredWatch) => void;
  #holders = 1;

  constructor(block: number, onSettled: (watch: DeliveredWatch) => void) {
    this.block = block;
    this.#onSettled = onSettled;
  }

  hold(): this {
    this.#holders++;
    return this;
  }

  release(): void {
    this.#holders--;
    if (this.#holders === 0) this.#onSettled(this);
  }
}

interface DeliveredWaiter {
  readonly from: number;
  readonly to: number;
  /** `false`: the lane does not have the listener any more and cannot know. */
  readonly done: (settled: boolean) => void;
  /** The set that the waiter is kept in. */
  home: Set<DeliveredWaiter>;
}

export interface DeliveredBlocksOptions {
  readonly clock: Clock;
  /** Blocks before this one were run in an earlier life of the lane, so single ones of them have no watch. */
  readonly before: number;
  /** Every block before it has been run by everything that will run it, and its rejected frames are safe. */
  passedTo(): number;
  /** No event waits in any version that reads the listener. */
  idle(): boolean;
}

/**
 * Which blocks of a listener are settled: each event made of them is delivered, or has another outcome. Any number of requests may
 * wait for any ranges of blocks. A version counts for the blocks that it has yet to run or has run, whenever it starts or ends.
 */
export class DeliveredBlocks {
  readonly #o: DeliveredBlocksOptions;
  readonly #unsettled = new Map<number, DeliveredWatch>();
  /** Requests for blocks that have yet to be run, or that nothing is known of. */
  readonly #early = new Set<DeliveredWaiter>();
  #before: number;
  #passedTo = 0;
  #cancelLook: (() => void) | undefined;

  constructor(options: DeliveredBlocksOptions) {
    this.#o = options;
    this.#before = options.before;
  }

  /** For a block that is about to be run. The caller releases it once. */
  open(block: number): DeliveredWatch {
    const known = this.#unsettled.get(block);
    if (known) return known.hold();
    const watch = new DeliveredWatch(block, (settled) => this.#settled(settled));
    this.#unsettled.set(block, watch);
    return watch;
  }

  /** Calls `done` once, with `true` when the blocks `from … to` are settled. Returns the cancellation. */
  wait(from: number, to: number, done: (settled: boolean) => void): () => void {
    const waiter: DeliveredWaiter = { from, to, done, home: this.#early };
    this.#place(waiter);
    return () => waiter.home.delete(waiter);
  }

  /** A block was run. */
  advanced(): void {
    if (this.#early.size === 0) return;
    const passedTo = this.#o.passedTo();
    if (passedTo <= this.#passedTo) return;
    this.#passedTo = passedTo;
    this.#look();
  }

  /** The lane lets go of the listener. */
  close(): void {
    this.#cancelLook?.();
    const waiters = [...this.#early, ...[...this.#unsettled.values()].flatMap((watch) => [...watch.waiters])];
    this.#early.clear();
    for (const watch of this.#unsettled.values()) watch.waiters.clear();
    for (const { done } of waiters) done(false);
  }

  #place(waiter: DeliveredWaiter): void {
    waiter.home.delete(waiter);
    const home = this.#blockerOf(waiter);
    if (!home) {
      waiter.done(true);
      return;
    }
    waiter.home = home;
    home.add(waiter);
    if (home === this.#early) this.#lookLater();
  }

  #blockerOf({ from, to }: DeliveredWaiter): Set<DeliveredWaiter> | undefined {
    if (this.#o.passedTo() <= to) return this.#early;
    if (from < this.#before) {
      if (this.#o.passedTo() < this.#before || !this.#o.idle()) return this.#early;
      this.#before = 0;
    }
    for (const watch of this.#unsettled.values()) if (watch.block >= from && watch.block <= to) return watch.waiters;
    return undefined;
  }

  #settled(watch: DeliveredWatch): void {
    this.#unsettled.delete(watch.block);
    for (const waiter of watch.waiters) this.#place(waiter);
  }

  #look(): void {
    // A copy: those that still wait go to the end of the set again.
    const waiters = [...this.#early];
    for (const waiter of waiters) this.#place(waiter);
  }

  #lookLater(): void {
    this.#cancelLook ??= this.#o.clock.after(lookEveryMs, () => {
      this.#cancelLook = undefined;
      this.#look();
    });
  }
}
