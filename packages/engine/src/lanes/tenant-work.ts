import { secondMs } from '@acequia/base';
import { stragglerShare } from '../limits.ts';

/** What may use a lane as versions that have fallen behind do: a unit at a time. */
export interface Straggler {
  readonly tenantId: string;
  /** Its round is not over: its next unit comes before those of the tenant's others. Absent: each unit is a round. */
  readonly helping?: boolean;
  /**
   * Runs one unit: at most one version over one block. False: nothing to do now; a round that was under way is over, and the next one
   * may have something to do.
   */
  help(): boolean;
}

/** A stream that a lane reads: its versions that are up to date ride, those that have fallen behind are helped. */
export interface LaneReader extends Straggler {
  readonly helping: boolean;
  /** Versions have yet to run the block at hand. */
  readonly riding: boolean;
  /** As `help`, for those that are up to date; a round is a block. */
  ride(): boolean;
}

/** How long a unit was is forgotten after so long: a pause of the machine must not pass for a tenant's nature. */
const forgetMs = 5 * secondMs;

/** What a lane has to do for one tenant, and what it did. */
export class TenantWork {
  /** Virtual time: how much of the lane the tenant has used, ms; raised to the lane's when the tenant comes back from doing nothing. */
  usedMs = 0;
  /** What it will have used after its next unit, as far as that can be known. */
  rankMs = 0;
  /**
   * Whether it had something to do when it was last asked; `unknown`: something may have come since. Its place among the others stands
   * until it is asked: one that moved on with them would never have its turn.
   */
  state: 'busy' | 'quiet' | 'unknown' = 'quiet';
  readonly #readers = new Turns<LaneReader>();
  readonly #stragglers = new Turns<Straggler>();
  readonly #tasks: (() => void)[] = [];
  #riderMs = 0;
  #stragglerMs = 0;
  #ran: 'ride' | 'help' | 'task' = 'ride';
  #ranAtMs = 0;
  /** The longest unit of late, as of then. */
  #unitMs = 0;

  get empty(): boolean {
    return this.#stragglers.empty && this.#tasks.length === 0;
  }

  add(reader: LaneReader): void {
    this.#readers.add(reader);
    this.#stragglers.add(reader);
  }

  remove(reader: LaneReader): void {
    this.#readers.remove(reader);
    this.#stragglers.remove(reader);
  }

  attach(straggler: Straggler): void {
    this.#stragglers.add(straggler);
  }

  detach(straggler: Straggler): void {
    this.#stragglers.remove(straggler);
  }

  later(task: () => void): void {
    this.#tasks.push(task);
  }

  /**
   * Runs one unit. While the tenant's riders have work, its stragglers have a quarter of the time of both; every second unit is a task
   * while there are any. False: nothing to do now.
   */
  run(): boolean {
    if (this.#ran !== 'task' && this.#runTask()) return true;
    const owed = this.#stragglerMs < this.#riderMs * (stragglerShare / (1 - stragglerShare));
    return (owed && this.#help()) || this.#ride() || (!owed && this.#help()) || this.#runTask();
  }

  /** Something may have come. `virtualMs` is the lane's. */
  rank(virtualMs: number, nowMs: number): void {
    if (this.state === 'quiet') {
      this.usedMs = Math.max(this.usedMs, virtualMs);
      this.state = 'unknown';
    }
    this.rankMs = this.usedMs + this.#nextMs(nowMs);
  }

  /** The unit that has ended now took `ms`. */
  ran(ms: number, nowMs: number): void {
    this.state = 'busy';
    this.usedMs += ms;
    this.#unitMs = Math.max(ms, this.#nextMs(nowMs));
    this.#ranAtMs = nowMs;
    this.rankMs = this.usedMs + this.#unitMs;
    if (this.#ran === 'help') this.#stragglerMs += ms;
    else if (this.#ran === 'ride') this.#riderMs += ms;
    if (this.#riderMs + this.#stragglerMs <= 1000) return;
    this.#riderMs /= 2;
    this.#stragglerMs /= 2;
  }

  /** The lane's thread was at work for the tenant, outside of its units. */
  used(ms: number, virtualMs: number): void {
    if (this.state === 'quiet') this.usedMs = Math.max(this.usedMs, virtualMs);
    this.usedMs += ms;
  }

  /** How long the next unit may be. */
  #nextMs(nowMs: number): number {
    return this.#unitMs * Math.max(0, 1 - (nowMs - this.#ranAtMs) / forgetMs);
  }

  #ride(): boolean {
    this.#ran = 'ride';
    return this.#readers.take(ride, isRiding);
  }

  #help(): boolean {
    this.#ran = 'help';
    return this.#stragglers.take(help, isHelping);
  }

  #runTask(): boolean {
    const task = this.#tasks.shift();
    if (!task) return false;
    this.#ran = 'task';
    task();
    return true;
  }
}

const ride = (reader: LaneReader): boolean => reader.ride();
const isRiding = (reader: LaneReader): boolean => reader.riding;
const help = (straggler: Straggler): boolean => straggler.help();
const isHelping = (straggler: Straggler): boolean => straggler.helping === true;

/** Whose turn it is: one after the other, each for a round of its own. */
class Turns<T> {
  readonly #all: T[] = [];
  #at = 0;

  get empty(): boolean {
    return this.#all.length === 0;
  }

  add(one: T): void {
    if (!this.#all.includes(one)) this.#all.push(one);
  }

  remove(one: T): void {
    const index = this.#all.indexOf(one);
    if (index < 0) return;
    this.#all.splice(index, 1);
    if (index < this.#at) this.#at--;
  }

  /** Runs one unit. False: none of them has anything to do. */
  take(run: (one: T) => boolean, inRound: (one: T) => boolean): boolean {
    const count = this.#all.length;
    for (let asked = 0, silent = 0; silent < count && asked < 2 * count; asked++) {
      if (this.#at >= this.#all.length) this.#at = 0;
      const one = this.#all[this.#at]!;
      const begins = !inRound(one);
      const ran = run(one);
      if (!ran || !inRound(one)) this.#at++;
      if (ran) return true;
      if (begins) silent++;
    }
    return false;
  }
}
