import type { BatchView } from '@acequia/batch';
import type { StateOutput } from '@acequia/component-sdk/runtime';
import type { CountSink } from '../outcomes/ledger.ts';
import { timedNodes, type CompiledNode, type CompiledVersion } from '../steps/compiled-version.ts';
import type { MadeQueue } from './made-queue.ts';
import { StreamTime } from './stream-time.ts';

/** Does work on the state of a node (its index), and says where that is until it is done. False also when it fails. */
export type AtWork = (node: number, work: () => boolean) => boolean;

/** Tells a version's nodes what time it is, and queues what they make of their state. */
export class TimedNodes {
  readonly #compiled: () => CompiledVersion;
  readonly #queue: MadeQueue;
  readonly #counts: CountSink;
  readonly #atWork: AtWork;
  readonly #time = new StreamTime();
  /** Stream time of what is at work. */
  #nowMs = 0;
  /** A node has more to make now. */
  due = false;
  /** What the next version goes on with was let go of. */
  #handedOn = false;
  #flushed = false;

  constructor(compiled: () => CompiledVersion, queue: MadeQueue, counts: CountSink, atWork: AtWork) {
    this.#atWork = atWork;
    this.#compiled = compiled;
    this.#queue = queue;
    this.#counts = counts;
  }

  /** There are nodes for which time passes. */
  get any(): boolean {
    return this.#compiled().nodes.some(({ step }) => step?.timed !== undefined);
  }

  /** No node has state left to give up. */
  get flushed(): boolean {
    return this.#flushed || !this.any;
  }

  /** Events left a datasink and may have come to a node once more. */
  stirred(): void {
    this.#flushed = false;
  }

  /** Frames received at this time are about to be run. */
  arrives(receivedMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, receivedMs);
  }

  /** Everything of the partition received before is run. */
  heard(partition: string, receivedMs: number): void {
    this.#time.heard(partition, receivedMs);
  }

  /** The partition is run to its end. */
  idle(partition: string, clockMs: number): void {
    this.#time.idle(partition, clockMs);
  }

  /** What follows a node that makes events sees no time that such an event on its way has not reached. */
  advance(partitions: readonly string[]): void {
    const time = this.#time.over(partitions);
    this.due = false;
    if (time === undefined) return;
    this.arrives(time);
    for (const node of timedNodes(this.#compiled())) {
      const { timed } = node.step!;
      const own = node.timedBefore.length === 0 ? time : Math.min(time, this.#queue.first?.atMs ?? time);
      const isDue = this.#atWork(node.index, () => {
        if (timed!.dueMs() > own) return false;
        // What was made must go on first: it lies in memory, and in each checkpoint.
        if (!this.#queue.full) timed!.advance(own, this.#output(node));
        return timed!.dueMs() <= own;
      });
      this.due ||= isDue;
    }
  }

  /**
   * The version has ended: nodes give their state up, one after the other, since what a node before made must have come through, and
   * not more than the queue takes: `due` says that there is more.
   */
  flush(clockMs: number, carried: ReadonlySet<string>): void {
    const nowMs = Math.max(this.#nowMs, clockMs);
    const nodes = timedNodes(this.#compiled());
    if (!this.#handedOn) for (const node of nodes) if (carried.has(node.id)) this.#forgetOf(node);
    this.#handedOn = true;
    this.due = false;
    for (const node of nodes) {
      if (node.timedBefore.length > 0 && !this.#queue.empty) return;
      this.due = this.#queue.full || this.#atWork(node.index, () => node.step!.timed!.flush(nowMs, this.#output(node)));
      if (this.due) return;
    }
    this.#flushed = true;
  }

  /** Nothing of their state is given up, also where that fails. */
  forget(): void {
    for (const node of timedNodes(this.#compiled())) this.#forgetOf(node);
    this.due = false;
    this.#flushed = true;
  }

  #forgetOf({ index, step }: CompiledNode): void {
    this.#atWork(index, () => {
      step!.timed!.forget();
      return true;
    });
  }

  make(node: CompiledNode, port: number, events: BatchView | readonly BatchView[]): void {
    const { id } = node.ports[port >= 0 ? port : -1 - port]!;
    this.#queue.add(node.id, id, events, this.#nowMs);
  }

  #output(node: CompiledNode): StateOutput {
    return {
      emit: (port, events) => this.make(node, port, events),
      evicted: (count) => this.#counts.add(node.id, 'evicted', count),
    };
  }
}
