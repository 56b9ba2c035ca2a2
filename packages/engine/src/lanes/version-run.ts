import type { Clock } from '@acequia/base';
import { fork, retainBatch, startNode, type BatchView } from '@acequia/batch';
import type { CommitValue } from '@acequia/journal';
import type { DeployedPipeline } from '@acequia/pipeline';
import type { Checkpoint } from '../commit/checkpoint.ts';
import type { Branch, Departure } from '../delivery/branch.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import type { DeliveredWatch } from '../outcomes/delivered-watch.ts';
import { PendingCounts, uncounted, type CountSink, type Ledger } from '../outcomes/ledger.ts';
import { LiveGraph } from '../outcomes/live-graph.ts';
import { departed, type Entry } from '../outboxes/entry.ts';
import type { Samples } from '../samples/samples.ts';
import { findPort, type CompiledNode, type CompiledVersion } from '../steps/compiled-version.ts';
import { setError } from '../steps/error-record.ts';
import type { GraphRunner, GraphSink } from '../steps/run-graph.ts';
import type { BranchStatus } from '../status.ts';
import type { Backlog } from './backlog.ts';

export interface VersionRunOptions {
  readonly deployed: DeployedPipeline;
  readonly compiled: CompiledVersion;
  readonly branches: ReadonlyMap<string, Branch>;
  readonly ledger: Ledger;
  readonly deadLetters: DeadLetters;
  readonly samples: Samples;
  readonly runner: GraphRunner;
  readonly clock: Clock;
  readonly stored: StoredRun | undefined;
  readonly backlog: Backlog;
  /** Of a version with keyed nodes. */
  readonly checkpoint: Checkpoint | undefined;
}

/** The part of the commit record that says how far a version is. */
export interface StoredRun {
  /** Listener stream → next block to count. */
  readonly positions: Readonly<Record<string, number>>;
  /** Listener stream → first block that must be run again after a crash. */
  readonly cursors: Readonly<Record<string, number>>;
  readonly backlog?: Readonly<Record<string, { readonly to: number; readonly events: number }>>;
  /** Dead letters under way, as stream and block. */
  readonly parking: readonly (readonly [string, number])[];
}

/** The events of one block for one version. */
export interface BlockEvents {
  readonly stream: string;
  readonly block: number;
  /** Events of the version's label; undefined when there is none in the block. */
  readonly events: BatchView | undefined;
  /** Frames that could not be decoded, when the version wants them. */
  readonly rejected: BatchView | undefined;
  readonly bytesPerEvent: number;
  readonly watch: DeliveredWatch | undefined;
}

/**
 * A published version at work. Blocks before `countedTo` are run again after a crash: their outcomes already stand in the
 * ledger, and only what branches still lack is handed on.
 */
export class VersionRun {
  readonly deployed: DeployedPipeline;
  readonly compiled: CompiledVersion;
  readonly branches: ReadonlyMap<string, Branch>;
  readonly ledger: Ledger;
  readonly live = new LiveGraph();
  /** Into the ledger and the live view. */
  readonly counts: CountSink = {
    add: (node, counter, count) => {
      this.ledger.add(node, counter, count);
      this.live.outcome(node, counter, count);
    },
  };
  /** Listener stream → next block. */
  readonly positions = new Map<string, number>();
  readonly checkpoint: Checkpoint | undefined;
  readonly backlog: Backlog;
  /** Bytes of all events taken in since the start. */
  takenBytes = 0;
  /** Where the version ends, when it was replaced or stopped. */
  stopAt: Map<string, number> | undefined;
  /** A switch is under way: nothing is run. */
  held = false;
  readonly #o: VersionRunOptions;
  readonly #countedTo = new Map<string, number>();
  /** Blocks with dead letters not yet synced. */
  readonly #parking = new Map<string, number>();
  readonly #parkingBefore = new Set<string>();
  #bytesPerEvent = 0;

  constructor(options: VersionRunOptions) {
    this.#o = options;
    this.deployed = options.deployed;
    this.compiled = options.compiled;
    this.branches = options.branches;
    this.ledger = options.ledger;
    this.checkpoint = options.checkpoint;
    this.backlog = options.backlog;
    for (const [stream, block] of Object.entries(options.stored?.cursors ?? {})) this.positions.set(stream, block);
    for (const [stream, block] of Object.entries(options.stored?.positions ?? {})) this.#countedTo.set(stream, block);
    for (const [stream, block] of options.stored?.parking ?? []) this.#parkingBefore.add(`${stream} ${block}`);
  }

  /** Frames that cannot be decoded enter by the label's error port. */
  get wantsRejected(): boolean {
    return this.compiled.nodes[0]!.ports[1]!.targets.length > 0;
  }

  get draining(): boolean {
    return this.stopAt !== undefined;
  }

  /** Whether it can take the next block now. */
  get canRun(): boolean {
    if (this.held) return false;
    for (const branch of this.branches.values()) if (branch.outbox.blocked) return false;
    return true;
  }

  /** Whether it has blocks to run before `head`. */
  hasWork(stream: string, head: number): boolean {
    const position = this.positions.get(stream);
    if (position === undefined) return false;
    return position < Math.min(head, this.stopAt?.get(stream) ?? head);
  }

  run({ stream, block, events, rejected, bytesPerEvent, watch }: BlockEvents): void {
    const again = block < (this.#countedTo.get(stream) ?? 0);
    const counts: CountSink = again ? uncounted : this.counts;
    const label = this.compiled.nodes[0]!;
    this.#bytesPerEvent = bytesPerEvent;
    const starts = [];
    if (events && events.count > 0) starts.push({ node: 0, port: label.ports[0]!, view: events });
    if (rejected && rejected.count > 0) starts.push({ node: 0, port: label.ports[1]!, view: rejected });
    for (const { view } of starts) {
      counts.add(label.id, 'entered', view.count);
      counts.add(label.id, 'enteredBytes', Math.round(view.count * bytesPerEvent));
      this.takenBytes += view.count * bytesPerEvent;
    }
    if (starts.length > 0) this.#o.runner.run(this.compiled, starts, this.#blockSink(stream, block, again, counts, watch));
    this.positions.set(stream, block + 1);
    if (!again) this.backlog.taken(stream, block, (events?.count ?? 0) + (rejected?.count ?? 0));
    if (again && block + 1 >= this.#countedTo.get(stream)!) for (const { outbox } of this.branches.values()) outbox.endReplay();
  }

  /** Stream → the block a successor begins with: blocks run again after a crash still belong to this version. */
  ends(): Map<string, number> {
    return new Map([...this.positions].map(([stream, position]) => [stream, Math.max(position, this.#countedTo.get(stream) ?? 0)]));
  }

  /** Nothing of these blocks is there any more (or nothing ever was). */
  skipTo(stream: string, block: number): void {
    this.positions.set(stream, block);
  }

  /** Blocks counted before a crash are still being run again. */
  get replaying(): boolean {
    return [...this.#countedTo].some(([stream, block]) => (this.positions.get(stream) ?? block) < block);
  }

  /** First block that must be run again if the process died now. */
  cursor(stream: string): number {
    return Math.min(this.settledTo(stream), this.checkpoint?.positionOf(stream) ?? Infinity);
  }

  /** First block of which something is neither delivered nor synced elsewhere. */
  settledTo(stream: string): number {
    let cursor = this.positions.get(stream) ?? 1;
    for (const { outbox } of this.branches.values()) cursor = Math.min(cursor, outbox.lowestPending(stream) ?? cursor);
    for (const key of [...this.#parking.keys(), ...this.#parkingBefore]) {
      const [from, block] = key.split(' ');
      if (from === stream) cursor = Math.min(cursor, Number(block));
    }
    return cursor;
  }

  store(): { readonly [key: string]: CommitValue } {
    const streams = [...this.positions.keys()];
    return {
      positions: Object.fromEntries(this.ends()),
      cursors: Object.fromEntries(streams.map((stream) => [stream, this.cursor(stream)])),
      backlog: this.backlog.store(),
      parking: [...this.#parking.keys(), ...this.#parkingBefore].map((key) => {
        const [stream, block] = key.split(' ');
        return [stream!, Number(block)];
      }),
    };
  }

  /** What waits in the listener's journal waits for the destination where there is only one. */
  branchStatus(): BranchStatus[] {
    const lagging = this.branches.size === 1 ? this.backlog.events : 0;
    return [...this.branches.values()].map((branch) => {
      const status = branch.status();
      return { ...status, waitingEvents: status.waitingEvents + lagging };
    });
  }

  get parking(): boolean {
    return this.#parking.size > 0;
  }

  /**
   * Lets rows leave a datasink by a port, through the rest of the graph. Resolves with the counts when branches and dead
   * letters hold them durably; undefined when the engine stopped before.
   */
  async depart(
    view: BatchView,
    entry: Entry,
    departures: readonly Departure[],
    portId: string,
    kind: 'reject' | 'expired' | 'routed',
    nodeId: string,
    attempts: number,
  ): Promise<PendingCounts | undefined> {
    const node = this.compiled.nodes.find(({ id }) => id === nodeId)!;
    this.#markDepartures(view, departures, kind, node, attempts);
    const counts = new PendingCounts();
    const waits: Promise<boolean>[] = [];
    const port = findPort(node, portId);
    const goesOn = port !== undefined && (port.targets.length > 0 || port.kind !== 'error');
    const sink = this.#durableSink(entry, counts, waits, kind === 'expired' && !goesOn ? 'expired' : 'rejected');
    if (goesOn) this.#o.runner.run(this.compiled, [{ node: node.index, port, view }], sink);
    else sink.deadLetters(node, view);
    const results = await Promise.all(waits);
    return results.every(Boolean) ? counts : undefined;
  }

  #markDepartures(
    view: BatchView,
    departures: readonly Departure[],
    kind: 'reject' | 'expired' | 'routed',
    node: CompiledNode,
    attempts: number,
  ): void {
    startNode(view, node.id);
    for (const [index, { code, message, detail, fields }] of departures.entries()) {
      const row = view.rows[index]!;
      for (const [name, value] of Object.entries(fields ?? {})) view.setNamed(row, name, value);
      if (kind === 'routed') continue;
      const { status, response } = detail ?? {};
      setError(view, row, {
        code,
        message,
        class: kind === 'expired' ? 'retry' : 'reject',
        component: node.component,
        node: node.id,
        attempts,
        atMs: this.#o.clock.now(),
        detail: { ...(status === undefined ? {} : { status }), ...(response === undefined ? {} : { response }) },
      });
    }
  }

  #blockSink(stream: string, block: number, again: boolean, counts: CountSink, watch: DeliveredWatch | undefined): GraphSink {
    const arrivals = new Map<string, number>();
    const key = `${stream} ${block}`;
    const parkAgain = this.#parkingBefore.delete(key);
    return {
      ...this.#observe(),
      counts,
      toBranch: (node, view) => {
        const n = arrivals.get(node.id) ?? 0;
        arrivals.set(node.id, n + 1);
        const { outbox } = this.branches.get(node.id)!;
        const source = { stream, block, n };
        const before = again ? outbox.takePending(source) : undefined;
        if (before && !before.needed) return;
        retainBatch(view);
        outbox.add(source, view, view.count * this.#bytesPerEvent, watch, before?.done);
      },
      deadLetters: (node, view) => {
        if (again && !parkAgain) return;
        counts.add(node.id, 'rejected', view.count);
        this.#parking.set(key, (this.#parking.get(key) ?? 0) + 1);
        watch?.hold();
        void this.#park(node, view, 'rejected').then((durable) => {
          if (!durable) return;
          const left = this.#parking.get(key)! - 1;
          if (left === 0) this.#parking.delete(key);
          else this.#parking.set(key, left);
          watch?.release();
        });
      },
    };
  }

  #durableSink(entry: Entry, counts: PendingCounts, waits: Promise<boolean>[], outcome: 'rejected' | 'expired'): GraphSink {
    return {
      ...this.#observe(),
      counts,
      toBranch: (node, view) => {
        retainBatch(view);
        const { outbox } = this.branches.get(node.id)!;
        waits.push(outbox.addDurably({ ...entry.source, n: departed }, view, view.count * this.#bytesPerEvent, entry.watch));
      },
      deadLetters: (node, view) => {
        counts.add(node.id, outcome === 'expired' ? 'expired:age' : 'rejected', view.count);
        waits.push(this.#park(node, view, outcome));
      },
    };
  }

  #park(node: CompiledNode, view: BatchView, outcome: 'rejected' | 'expired'): Promise<boolean> {
    const { tenantId, id: pipelineId, versionId } = this.deployed;
    return this.#o.deadLetters.append(view, {
      tenantId,
      pipelineId,
      versionId,
      node: node.id,
      listenerId: this.compiled.listenerId,
      outcome,
    });
  }

  #observe(): Pick<GraphSink, 'entered' | 'left'> {
    const { samples } = this.#o;
    return {
      entered: (node, view) => {
        this.live.node(node.id, view.count, view.count * this.#bytesPerEvent);
        if (samples.active) samples.offer(this.deployed.versionId, node.id, 'in', 'default', view);
      },
      left: (node, port, view) => {
        this.live.port(node.id, port.id, view.count, view.count * this.#bytesPerEvent);
        if (samples.active) samples.offer(this.deployed.versionId, node.id, 'out', port.id, view);
      },
    };
  }
}

/** The version's own view of a block: its label's rows, independent of what other versions change. */
export function viewForVersion(events: BatchView, rows: Int32Array | undefined, label: string): BatchView {
  return rows ? fork(events, { rows, label }) : fork(events, { label });
}
