import { EventEmitter } from 'node:events';
import type { TransferListItem } from 'node:worker_threads';
import type { Clock } from '@acequia/base';
import type { Components } from '../src/options.ts';
import type { BeginThread, LaneThread } from '../src/threads/begin-thread.ts';
import type { LaneStart } from '../src/threads/messages.ts';
import { runLane } from '../src/threads/run-lane.ts';

/** A process, or a lane in it: what it began is heard of no more when it is over. */
export interface Life {
  readonly alive: boolean;
}

export interface LanesInProcessOptions {
  readonly process: Life;
  readonly clock: Clock;
  readonly random: () => number;
  components(life: Life): Components;
  /** A lane has died; nothing it holds is held any more. */
  onDeath(): void;
}

/**
 * Lanes that do on the test's own thread what they do on threads of their own: all they say and hear is copied and takes one to
 * three turns of the event loop, in order on each port, and their time is the test's.
 */
export class LanesInProcess {
  /** Messages under way. */
  underWay = 0;
  /** Messages that were ever sent. */
  sent = 0;
  readonly living: LaneInProcess[] = [];
  readonly #o: LanesInProcessOptions;

  constructor(options: LanesInProcessOptions) {
    this.#o = options;
  }

  readonly begin: BeginThread = (start) => {
    const [outer, inner] = this.#ports();
    const [journal, asks] = this.#ports();
    const lane = new LaneInProcess(outer, inner, asks, () => {
      this.living.splice(this.living.indexOf(lane), 1);
      this.#o.onDeath();
    });
    this.living.push(lane);
    const { process, clock, random, components } = this.#o;
    const life: Life = {
      get alive() {
        return process.alive && lane.alive;
      },
    };
    const begun: LaneStart = { ...start, journal: asks };
    runLane(inner, begun, {
      components: components(life),
      clock: clockOf(clock, life),
      random: { bytes: (n) => Uint8Array.from({ length: n }, () => Math.floor(random() * 256)) },
    });
    return { thread: lane, journal };
  };

  #ports(): readonly [Port, Port] {
    const one = new Port((arrive) => this.#travel(arrive));
    const other = new Port((arrive) => this.#travel(arrive));
    one.other = other;
    other.other = one;
    return [one, other];
  }

  async #travel(before: Promise<void>): Promise<void> {
    this.sent++;
    this.underWay++;
    for (let turns = 1 + Math.floor(this.#o.random() * 3); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
    await before;
    this.underWay--;
  }
}

/** Time ends with a life. */
export const clockOf = (clock: Clock, life: Life): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  sleep: async (ms, signal) => {
    await clock.sleep(ms, signal);
    if (!life.alive) await new Promise<never>(() => undefined);
  },
  after: (ms, run) => clock.after(ms, () => void (life.alive && run())),
});

class Port extends EventEmitter {
  other!: Port;
  /** Its side is over: it neither hears nor says anything. */
  isOver = false;
  /** All that was said here has arrived. */
  arrived = Promise.resolve();
  readonly #travel: (before: Promise<void>) => Promise<void>;

  constructor(travel: (before: Promise<void>) => Promise<void>) {
    super();
    this.#travel = travel;
  }

  postMessage(message: unknown, transfer: readonly TransferListItem[] = []): void {
    if (this.isOver) return;
    const copy: unknown = structuredClone(message, { transfer: transfer as ArrayBuffer[] });
    this.arrived = this.#travel(this.arrived).then(() => this.other.#hear(copy));
  }

  unref(): void {}

  #hear(message: unknown): void {
    if (!this.isOver) this.emit('message', message);
  }
}

export class LaneInProcess extends EventEmitter implements LaneThread {
  alive = true;
  readonly #outer: Port;
  readonly #inner: readonly Port[];
  readonly #onDeath: () => void;
  #ended: Promise<number> | undefined;

  constructor(outer: Port, inner: Port, asks: Port, onDeath: () => void) {
    super();
    this.#outer = outer;
    this.#inner = [inner, asks];
    this.#onDeath = onDeath;
    outer.on('message', (news: unknown) => void this.emit('message', news));
  }

  postMessage(order: unknown, transfer?: readonly TransferListItem[]): void {
    this.#outer.postMessage(order, transfer);
  }

  /** What it had said by then still arrives. */
  terminate(): Promise<number> {
    return (this.#ended ??= this.#end());
  }

  async #end(): Promise<number> {
    this.alive = false;
    for (const port of this.#inner) port.isOver = true;
    this.#onDeath();
    await Promise.all(this.#inner.map(({ arrived }) => arrived));
    this.#inner[1]!.other.emit('close');
    this.emit('exit', 1);
    return 1;
  }

  ref(): void {}
  unref(): void {}
}
