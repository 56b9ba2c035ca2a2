import type { Clock, Log } from '@acequia/base';
import { boundRun, fork, narrow, releaseBatch, retainBatch, startNode, type BatchView, type SlotTable } from '@acequia/batch';
import type { DeployedPipeline } from '@acequia/pipeline';
import type { Checkpoint } from '../commit/checkpoint.ts';
import { listenerOfStream, versionOf } from '../commit/records.ts';
import type { DeliveryQueue } from '../delivery/delivery-queue.ts';
import type { Left, Reroute, RerouteKind } from '../delivery/reroutes.ts';
import type { DeadLetters, WrittenLetters } from '../outcomes/dead-letters.ts';
import type { DeliveredWatch } from '../outcomes/delivered-watch.ts';
import { PendingCounts, uncounted, type CountSink, type Ledger } from '../outcomes/ledger.ts';
import { LiveGraph } from '../outcomes/live-graph.ts';
import { isOfOneBlock } from '../delivery/awaited-rows.ts';
import { reroutedArrival, type Entry } from '../delivery/entry.ts';
import { Arrivals, storedNames, type StoredNames } from '../delivery/row-names.ts';
import type { Samples } from '../samples/samples.ts';
import { findPort, nodesBehind, type CompiledNode, type CompiledPort, type CompiledVersion } from '../steps/compiled-version.ts';
import { refuseAll, setError } from '../steps/error-record.ts';
import type { CrashGuard } from '../poison/crash-guard.ts';
import { setAside } from '../poison/set-aside.ts';
import type { StepSlot } from '../poison/step-slot.ts';
import type { EpochReader, Place } from '../epochs/lookup-epochs.ts';
import type { GraphRunner, GraphSink, GraphStart } from '../steps/run-graph.ts';
import type { BranchStatus, Fault } from '../status.ts';
import type { Backlog } from './backlog.ts';
import { madeStream, MadeQueue, type MadeEntry } from './made-queue.ts';
import { BlockAgain, OwedLetters } from './owed-letters.ts';
import { TimedNodes } from './timed-nodes.ts';

export interface VersionRunOptions {
  /** With the id of the run (`nextRunId`) for that of the version. */
  readonly deployed: DeployedPipeline;
  readonly compiled: CompiledVersion;
  readonly branches: ReadonlyMap<string, DeliveryQueue>;
  readonly ledger: Ledger;
  readonly deadLetters: DeadLetters;
  readonly samples: Samples;
  readonly runner: GraphRunner;
  readonly clock: Clock;
  readonly log: Log;
  readonly stored: StoredRun | undefined;
  readonly backlog: Backlog;
  readonly crashes?: CrashGuard | undefined;
  /** Of the run of a replay, whose id stands in `deployed` for that of the version. */
  readonly replay: ReplayOf | undefined;
  /** The pipeline's stream of events that come in once more, which a new version reads from its head on; not of replays. */
  readonly redriven: { readonly stream: string; readonly head: number } | undefined;
  /** Of a version with keyed nodes. */
  readonly checkpoint: Checkpoint | undefined;
  readonly slots: SlotTable;
  /** Where it says which block it runs. */
  readonly place: Place;
  /** Events made out of state that the checkpoint the version goes on from holds. */
  readonly made: readonly MadeEntry[];
}

/** A replay and the version it runs. */
export interface ReplayOf {
  readonly id: string;
  readonly versionId: string;
}

/** The part of the commit record that says how far a version is. */
export interface StoredRun {
  /** Listener stream → next block to count. */
  readonly positions: Readonly<Record<string, number>>;
  /** Listener stream → first block that must be run again after a crash. */
  readonly cursors: Readonly<Record<string, number>>;
  readonly backlog?: Readonly<Record<string, { readonly to: number; readonly events: number }>>;
  /** From this block of the pipeline's stream of re-driven events on, the version and those before it left none out; absent: 0. */
  readonly redrivenFrom?: number;
  /** Dead letters under way, by stream and block, with the names of their rows; without names it is of an earlier release. */
  readonly parking: readonly (readonly [string, number] | readonly [string, number, StoredNames])[];
}

/** Frames that end the process when they are decoded. */
export interface CrashingFrames {
  readonly view: BatchView;
  /** That was found after the process had begun. */
  readonly isNew: boolean;
}

/** The events of one block for one version. */
export interface BlockEvents {
  readonly stream: string;
  readonly block: number;
  /** Events of the version's label; undefined when there is none in the block. */
  readonly events: BatchView | undefined;
  /** Frames that could not be decoded, when the version wants them. */
  readonly rejected: BatchView | undefined;
  readonly crashing?: CrashingFrames | undefined;
  /** Exact: what enters adds up to what was received. */
  readonly bytesPerEvent: number;
  /** When the block's last frame was received; for versions with `timed` nodes. */
  readonly receivedMs?: number;
  readonly watch: DeliveredWatch | undefined;
}

/** Dead letters of one block under way. */
interface Parking {
  readonly names: StoredNames;
  /** How many appends are not synced. */
  readonly left: number;
}

/** Where the events of one block go. */
interface BlockSink extends GraphSink {
  /** Events that end the process at the node. `isNew`: that was found after the process had begun. `into`: as in a letter's origin. */
  setAside(node: CompiledNode, view: BatchView, isNew: boolean, into: string | undefined): void;
  /** Frames of which events may have come when the block was run before. */
  crashed(frames: CrashingFrames): void;
  /** Events for a node that the version does not have. */
  astray(view: BatchView, to: string): void;
  /** These are about to run. */
  arrives(starts: readonly GraphStart[]): void;
  /** All of the block has run. Steps with state may have chosen other events than they did: they have not met those set aside. */
  end(): void;
}

const stateFault: Fault = { code: 'ENGINE_STATE_CRASH' };

/** Events that come in once more. */
export interface RedrivenEvents {
  /** The node they come into; empty: the label. */
  readonly to: string;
  readonly view: BatchView;
  readonly bytes: number;
}

/**
 * A published version at work. Blocks before `countedTo` are run again after a crash: their outcomes already stand in the
 * ledger, and only what branches still lack is handed on.
 */
export class VersionRun implements EpochReader {
  readonly deployed: DeployedPipeline;
  readonly compiled: CompiledVersion;
  readonly branches: ReadonlyMap<string, DeliveryQueue>;
  readonly ledger: Ledger;
  readonly live = new LiveGraph();
  /** Into the ledger and the live view. */
  readonly counts: CountSink = {
    add: (node, counter, count) => {
      this.ledger.add(node, counter, count);
      this.live.outcome(node, counter, count);
    },
  };
  /** Frames that cannot be decoded enter by the label's error port. */
  readonly wantsRejected: boolean;
  /** Listener stream → next block. */
  readonly positions = new Map<string, number>();
  readonly checkpoint: Checkpoint | undefined;
  readonly backlog: Backlog;
  /** Reads events again beside the running versions; the rider has nothing to do with it. */
  readonly replay: ReplayOf | undefined;
  /** Bytes of all events taken in since the start. */
  takenBytes = 0;
  /** Where the version ends, when it was replaced or stopped. */
  stopAt: Map<string, number> | undefined;
  /** Nodes whose state goes on in the next version, once it ends. */
  carried: ReadonlySet<string> = new Set();
  /** A switch is under way: nothing is run. */
  held = false;
  /** Work on its state ends the lane, and it was taken up without it; or it throws. */
  endsByState = false;
  /** As in `StoredRun`; known from the first record on. */
  redrivenFrom: number | undefined;
  /** Events made out of state, which wait for a checkpoint. */
  readonly made: MadeQueue;
  readonly #o: VersionRunOptions;
  readonly #countedTo = new Map<string, number>();
  /** Blocks with dead letters not yet synced. */
  readonly #parking = new Map<string, Parking>();
  readonly #parkingBefore = new Map<string, StoredNames | undefined>();
  #bytesPerEvent = 0;
  readonly #timed: TimedNodes;
  readonly #owed: OwedLetters;

  constructor(options: VersionRunOptions) {
    this.#o = options;
    this.deployed = options.deployed;
    this.compiled = options.compiled;
    this.wantsRejected = options.compiled.nodes[0]!.ports[1]!.targets.length > 0;
    this.branches = options.branches;
    this.ledger = options.ledger;
    this.checkpoint = options.checkpoint;
    this.backlog = options.backlog;
    this.replay = options.replay;
    for (const [stream, block] of Object.entries(options.stored?.cursors ?? {})) if (this.reads(stream)) this.positions.set(stream, block);
    for (const [stream, block] of Object.entries(options.stored?.positions ?? {})) this.#countedTo.set(stream, block);
    for (const [stream, block, names] of options.stored?.parking ?? []) this.#parkingBefore.set(`${stream} ${block}`, names);
    const madeFrom = options.made[0]?.block ?? this.positions.get(madeStream);
    this.made = new MadeQueue(options.slots, options.made, madeFrom);
    this.#owed = new OwedLetters({
      awaited: [...this.branches.values()].map(({ store }) => store.awaited),
      counts: this.counts,
      clock: options.clock,
      park: (node, view, into) => this.#park(node, view, 'rejected', into),
    });
    this.#timed = new TimedNodes(
      () => this.compiled,
      this.made,
      this.counts,
      (node, work) => this.#inState(node, work),
    );
    if (this.timed) this.positions.set(madeStream, madeFrom ?? this.made.end);
    const { redriven } = options;
    if (options.stored) this.redrivenFrom = options.stored.redrivenFrom ?? 0;
    if (redriven && !this.positions.has(redriven.stream)) this.positions.set(redriven.stream, redriven.head);
  }

  /** That `deployed` names a run of. */
  get versionId(): string {
    return this.replay?.versionId ?? versionOf(this.deployed.versionId);
  }

  /** It is no stream of another listener: of those an earlier version read it, and nobody would ever go on in it. */
  reads(stream: string): boolean {
    return this.replay !== undefined || (listenerOfStream(stream) ?? this.compiled.listenerId) === this.compiled.listenerId;
  }

  get draining(): boolean {
    return this.stopAt !== undefined;
  }

  /** Why it runs nothing until it is replaced or stopped, and what it had counted does not go on then. */
  get fault(): Fault | undefined {
    return this.endsByState && !this.draining ? stateFault : undefined;
  }

  /** It has ended, and nothing may be made of what it counts: that has ended the process. */
  get #forgets(): boolean {
    return this.endsByState && this.draining;
  }

  /** Whether it can take the next block now. */
  get canRun(): boolean {
    return !this.made.full && this.#branchesTake;
  }

  get #branchesTake(): boolean {
    if (this.held || this.fault || this.#o.crashes?.holds(this.deployed.versionId)) return false;
    for (const branch of this.branches.values()) if (branch.store.blocked) return false;
    return true;
  }

  /** Whether it has blocks to run before `head`. */
  hasWork(stream: string, head: number): boolean {
    const position = this.positions.get(stream);
    if (position === undefined) return false;
    return position < Math.min(head, this.stopAt?.get(stream) ?? head);
  }

  run({ stream, block, events, rejected, crashing, bytesPerEvent, receivedMs, watch }: BlockEvents): void {
    if (!events && !rejected && !crashing && receivedMs === undefined) {
      if (!this.#isAgain(stream, block)) this.backlog.taken(stream, block, 0);
      this.#passed(stream, block);
      return;
    }
    const label = this.compiled.nodes[0]!;
    const came = [events, rejected, crashing?.view].filter((view) => view !== undefined);
    const again = this.#again(stream, block, watch, came);
    const counts: CountSink = again ? uncounted : this.counts;
    this.#bytesPerEvent = Math.ceil(bytesPerEvent);
    this.#timed.arrives(receivedMs ?? 0);
    const starts = [];
    if (events && events.count > 0) starts.push({ node: 0, port: label.ports[0]!, view: events });
    if (rejected && rejected.count > 0) starts.push({ node: 0, port: label.ports[1]!, view: rejected });
    for (const { view } of starts) {
      counts.add(label.id, 'entered', view.count);
      counts.add(label.id, 'enteredBytes', Math.round(view.count * bytesPerEvent));
      this.takenBytes += view.count * this.#bytesPerEvent;
    }
    if (starts.length > 0 || (again && crashing)) {
      const sink = this.#blockSink(stream, block, again, counts, watch);
      if (crashing) sink.crashed(crashing);
      if (starts.length > 0) this.#runStarts(starts, stream, block, sink);
      sink.end();
    }
    if (!again) this.backlog.taken(stream, block, (events?.count ?? 0) + (rejected?.count ?? 0));
    this.#passed(stream, block);
    if (receivedMs === undefined) return;
    this.#timed.heard(stream, receivedMs);
    if (this.#forgets) this.#timed.forget();
    else this.#timed.advance(this.#partitions());
  }

  /** There are nodes for which time passes. */
  get timed(): boolean {
    return this.#timed.any;
  }

  /**
   * Time passes: for streams run to their heads it is the clock's. A version that has ended gives its state up instead.
   * True: `makeMore` has something to do.
   */
  pass(clockMs: number, heads: ReadonlyMap<string, number>): boolean {
    if (!this.timed || this.fault) return false;
    if (this.draining) {
      if (!this.#forgets && this.caughtUp) this.#timed.flush(clockMs, this.carried);
      // Before a copy is made: what is left of a state that has thrown must not be in it.
      if (this.#forgets) this.#timed.forget();
    } else {
      for (const stream of this.#partitions()) {
        const head = heads.get(stream);
        if (head === undefined || (this.positions.get(stream) ?? 0) >= head) this.#timed.idle(stream, clockMs);
      }
      this.#timed.advance(this.#partitions());
    }
    return this.#timed.due || this.mayRelease;
  }

  /**
   * Lets the next batch of events made out of state go on, or makes more of what became due and was too much at a time. False: nothing
   * to do now.
   */
  makeMore(): boolean {
    if (this.#forgets) this.#timed.forget();
    if (this.mayRelease) {
      this.#runMade(this.made.first!);
      return true;
    }
    if (!this.#timed.due || !this.canRun) return false;
    if (this.draining) {
      if (!this.caughtUp) return false;
      this.#timed.flush(this.#o.clock.now(), this.carried);
    } else this.#timed.advance(this.#partitions());
    return true;
  }

  /** Events made out of state can go on: a durable checkpoint holds them. */
  get mayRelease(): boolean {
    const { first } = this.made;
    return first !== undefined && first.block < (this.checkpoint?.madeTo ?? 0) && this.#branchesTake;
  }

  /** Everything before `stopAt` is run. */
  get caughtUp(): boolean {
    return [...(this.stopAt ?? [])].every(([stream, end]) => (this.positions.get(stream) ?? end) >= end);
  }

  /** Events made out of state have not gone on, or the state of an ended version was not yet given up. */
  get making(): boolean {
    return !this.made.empty || (this.draining && !this.#timed.flushed);
  }

  /**
   * Branches that are done, and to which nothing leaves any more from those that are not idle. To be asked when everything
   * before `stopAt` is run and nothing is being made.
   */
  doneBranches(): DeliveryQueue[] {
    const branches = [...this.branches.values()];
    const busy = branches.filter(({ idle }) => !idle).map(({ node }) => node);
    const awaited = busy.length === 0 ? new Set<string>() : nodesBehind(this.compiled, busy);
    return branches.filter(({ done, node }) => done && !awaited.has(node));
  }

  #partitions(): string[] {
    return [...this.positions.keys()].filter((stream) => stream !== madeStream && stream !== this.#o.redriven?.stream);
  }

  #isAgain(stream: string, block: number): boolean {
    return block < (this.#countedTo.get(stream) ?? 0);
  }

  /** Undefined: it is run for the first time. `views`: what came into it. */
  #again(stream: string, block: number, watch: DeliveredWatch | undefined, views: readonly BatchView[]): BlockAgain | undefined {
    return this.#isAgain(stream, block) ? new BlockAgain(stream, block, watch, views) : undefined;
  }

  #runMade({ block, node: id, port: portId, count, image }: MadeEntry): void {
    const node = this.compiled.nodes.find((candidate) => candidate.id === id)!;
    const view = this.made.take();
    const again = this.#again(madeStream, block, undefined, [view]);
    const counts: CountSink = again ? uncounted : this.counts;
    this.#bytesPerEvent = Math.ceil(image.length / count);
    counts.add(id, 'created', count);
    const start = { node: node.index, port: findPort(node, portId)!, view };
    const sink = this.#blockSink(madeStream, block, again, counts, undefined);
    this.#runGuarded([start], madeStream, block, sink, (slot, versionId) => slot.enterMade(madeStream, block, versionId));
    releaseBatch(view);
    this.#passed(madeStream, block);
  }

  /** A block of the pipeline's own stream, as one run. What comes to a node that the version does not have is refused again. */
  runRedriven(stream: string, block: number, arrivals: readonly RedrivenEvents[], damaged: number): void {
    const views = arrivals.map(({ view }) => view);
    const again = this.#again(stream, block, undefined, views);
    const counts: CountSink = again ? uncounted : this.counts;
    const sink = this.#blockSink(stream, block, again, counts, undefined);
    const label = this.compiled.nodes[0]!;
    boundRun(views, () => this.#arrive(arrivals, stream, block, counts, sink));
    sink.end();
    counts.add(label.id, 'entered', damaged);
    counts.add(label.id, 'dropped:damaged', damaged);
    this.#passed(stream, block);
  }

  #arrive(arrivals: readonly RedrivenEvents[], stream: string, block: number, counts: CountSink, sink: BlockSink): void {
    const label = this.compiled.nodes[0]!;
    for (const { to, view, bytes } of arrivals) {
      const node = to === '' ? label : this.compiled.nodes.find(({ id }) => id === to);
      counts.add(node?.id ?? label.id, 'entered', view.count);
      counts.add(node?.id ?? label.id, 'redriven', view.count);
      this.#bytesPerEvent = Math.ceil(bytes / Math.max(1, view.count));
      this.takenBytes += bytes;
      if (!node) {
        refuseAll(view, { id: to, component: '' }, 'ENGINE_NODE_MISSING', this.#o.clock.now());
        sink.astray(view, to);
      } else this.#runStarts([{ node: 0, port: node === label ? label.ports[0]! : entranceOf(node), view }], stream, block, sink);
    }
  }

  #passed(stream: string, block: number): void {
    this.positions.set(stream, block + 1);
    for (const { store } of this.branches.values()) store.awaited.end(stream, block);
  }

  #runStarts(starts: readonly GraphStart[], stream: string, block: number, sink: BlockSink): void {
    sink.arrives(starts);
    this.#runGuarded(starts, stream, block, sink, (slot, versionId) => slot.enterBlock(stream, block, versionId));
  }

  #runGuarded(
    starts: readonly GraphStart[],
    stream: string,
    block: number,
    sink: BlockSink,
    enter: (slot: StepSlot, versionId: string) => void,
  ): void {
    const { crashes, runner, clock } = this.#o;
    const { versionId } = this.deployed;
    const crash = crashes?.guilty(stream, block, versionId);
    let left = starts;
    if (crash) {
      const node = this.compiled.nodes.find(({ id }) => id === crash.node) ?? this.compiled.nodes[0]!;
      left = starts.map((start) => {
        const { kept, aside } = setAside(start.view, crash.guilty, node, clock.now());
        if (aside.count > 0) sink.setAside(node, aside, crash.isNew, this.#entranceOf(start));
        return { ...start, view: kept };
      });
    }
    this.#goTo(stream, block);
    if (crashes) enter(crashes.slot, versionId);
    runner.run(this.compiled, left, sink);
    crashes?.slot.leaveBlock();
  }

  /** The node the events came into; undefined: it has a port of its own for them, by which nothing comes in. */
  #entranceOf({ port }: GraphStart): string | undefined {
    const label = this.compiled.nodes[0]!;
    if (port === label.ports[0]) return label.id;
    return port.id === redrivenPort ? this.compiled.nodes[port.targets[0]!]!.id : undefined;
  }

  /** A state that throws would do so at each beat, before anything is committed: its version ends by it, and all others go on. */
  #inState(node: number, work: () => boolean): boolean {
    const { crashes, log } = this.#o;
    try {
      return crashes ? crashes.slot.inState(this.deployed.versionId, node, work) : work();
    } catch (error) {
      if (!this.endsByState)
        log.error(
          { pipeline: this.deployed.id, version: this.deployed.versionId, node: this.compiled.nodes[node]!.id, error },
          `work on the state of a version fails; ${this.draining ? 'it ends without what it had counted' : 'it waits for another version'}`,
        );
      this.endsByState = true;
      return false;
    }
  }

  /** Stream → the block a successor begins with: blocks run again after a crash still belong to this version. */
  ends(): Map<string, number> {
    const streams = [...this.positions].filter(([stream]) => stream !== madeStream);
    return new Map(streams.map(([stream, position]) => [stream, Math.max(position, this.#countedTo.get(stream) ?? 0)]));
  }

  /** Lookups whose version in force it searches. */
  get follows(): ReadonlySet<string> {
    return new Set(this.compiled.lookups.flatMap(({ id, version }) => (version === undefined ? [id] : [])));
  }

  needs(): ReadonlyMap<string, number> {
    return new Map([...this.positions.keys()].map((stream) => [this.placeOf(stream), this.cursor(stream)]));
  }

  /** A name for a stream that no other version has for one of its own. */
  placeOf(stream: string): string {
    return stream === madeStream ? `${madeStream}/${this.deployed.versionId}` : stream;
  }

  #goTo(stream: string, block: number): void {
    this.#o.place.stream = this.placeOf(stream);
    this.#o.place.block = block;
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
    for (const { store } of this.branches.values()) cursor = Math.min(cursor, store.lowestPending(stream) ?? cursor);
    if (this.#parking.size === 0 && this.#parkingBefore.size === 0) return cursor;
    for (const key of [...this.#parking.keys(), ...this.#parkingBefore.keys()]) {
      const [from, block] = key.split(' ');
      if (from === stream) cursor = Math.min(cursor, Number(block));
    }
    return cursor;
  }

  /** Nothing is under way, and there is no state: of a commit's record only counts and positions can change. */
  get still(): boolean {
    if (this.checkpoint || this.draining || this.replay || !this.backlog.empty) return false;
    if (this.#parking.size > 0 || this.#parkingBefore.size > 0) return false;
    for (const { store } of this.branches.values()) if (!store.untouched) return false;
    return true;
  }

  store(): StoredRun {
    const streams = [...this.positions.keys()];
    const made = this.positions.get(madeStream);
    const { redriven } = this.#o;
    // A run has a record before it runs anything.
    if (redriven) this.redrivenFrom ??= this.positions.get(redriven.stream) ?? 0;
    return {
      positions: {
        ...Object.fromEntries(this.ends()),
        ...(made === undefined ? {} : { [madeStream]: Math.max(made, this.#countedTo.get(madeStream) ?? 0) }),
      },
      cursors: Object.fromEntries(streams.map((stream) => [stream, this.cursor(stream)])),
      backlog: this.backlog.store(),
      ...(this.redrivenFrom === undefined ? {} : { redrivenFrom: this.redrivenFrom }),
      parking: [...[...this.#parking].map(([key, { names }]) => [key, names] as const), ...this.#parkingBefore].map(([key, names]) => {
        const [stream, block] = key.split(' ');
        return names ? ([stream!, Number(block), names] as const) : ([stream!, Number(block)] as const);
      }),
    };
  }

  /** What waits in the listener's journal waits for the destination where there is only one. */
  branchStatus(): BranchStatus[] {
    const lagging = this.branches.size === 1 ? this.backlog.events : 0;
    const laggingBytes = lagging > 0 ? this.backlog.bytes(this.positions) : 0;
    return [...this.branches.values()].map((branch) => {
      const status = branch.status();
      return { ...status, waitingEvents: status.waitingEvents + lagging, waitingBytes: status.waitingBytes + laggingBytes };
    });
  }

  get parking(): boolean {
    return this.#parking.size > 0 || this.#owed.any;
  }

  /**
   * Lets rows leave a datasink by a port, through the rest of the graph. Resolves when branches and dead letters hold them durably,
   * with the counts to enter when they have their outcome where they leave; undefined when the engine stopped before.
   */
  async reroute(
    view: BatchView,
    entry: Entry,
    rerouted: readonly Reroute[],
    portId: string,
    kind: RerouteKind,
    nodeId: string,
    attempts: number,
  ): Promise<Left | undefined> {
    const node = this.compiled.nodes.find(({ id }) => id === nodeId)!;
    this.#timed.stirred();
    this.#markRerouted(view, rerouted, kind, node, attempts);
    const counts = new PendingCounts();
    const waits: Promise<WrittenLetters | boolean | undefined>[] = [];
    const port = findPort(node, portId);
    const goesOn = port !== undefined && (port.targets.length > 0 || port.kind !== 'error');
    const sink = this.#durableSink(entry, counts, waits, kind === 'expired' && !goesOn ? 'expired' : 'rejected');
    this.#goTo(entry.source.stream, entry.source.block);
    if (goesOn) this.#o.runner.run(this.compiled, [{ node: node.index, port, view }], sink);
    else sink.deadLetters(node, view);
    const results = await Promise.all(waits);
    if (!results.every(Boolean)) return undefined;
    return {
      enter: (into) => {
        counts.enter(into);
        for (const result of results) if (typeof result === 'object') result.stand();
      },
    };
  }

  #markRerouted(view: BatchView, rerouted: readonly Reroute[], kind: RerouteKind, node: CompiledNode, attempts: number): void {
    startNode(view, node.id);
    for (const [index, { code, message, detail, fields }] of rerouted.entries()) {
      const row = view.rows[index]!;
      for (const [name, value] of Object.entries(fields ?? {})) view.setNamed(row, name, value);
      if (kind === 'routed') continue;
      const { status, response, expected } = detail ?? {};
      setError(view, row, {
        code,
        message,
        expected,
        class: kind === 'expired' ? 'retry' : 'reject',
        component: node.component,
        node: node.id,
        attempts,
        atMs: this.#o.clock.now(),
        detail: { ...(status === undefined ? {} : { status }), ...(response === undefined ? {} : { response }) },
      });
    }
  }

  #blockSink(
    stream: string,
    block: number,
    again: BlockAgain | undefined,
    counts: CountSink,
    watch: DeliveredWatch | undefined,
  ): BlockSink {
    const byBranch = new Map<string, Arrivals>();
    const arrived: { readonly view: BatchView; readonly into: string | undefined }[] = [];
    const written: WrittenLetters[] = [];
    const key = `${stream} ${block}`;
    const before = this.#parkingBefore.get(key);
    const parkAgain = this.#parkingBefore.delete(key);
    const deadLetters = (node: CompiledNode, view: BatchView, into?: string): void => {
      if (again && !parkAgain) return;
      counts.add(node.id, 'rejected', view.count);
      const underWay = this.#parking.get(key) ?? { names: [], left: 0 };
      const names = storedNames(view, isOfOneBlock(stream), undefined, () => false);
      this.#parking.set(key, { names: underWay.names.concat(names), left: underWay.left + 1 });
      watch?.hold();
      void this.#park(node, view, 'rejected', into).then((letters) => {
        if (!letters) return;
        written.push(letters);
        const parking = this.#parking.get(key)!;
        const left = parking.left - 1;
        if (left > 0) this.#parking.set(key, { ...parking, left });
        else {
          this.#parking.delete(key);
          for (const one of written.splice(0)) one.stand();
        }
        watch?.release();
      });
    };
    return {
      ...this.#observe(),
      counts,
      made: (node, port, events) => this.#timed.make(node, port, events),
      toBranch: (node, view) => {
        let own = byBranch.get(node.id);
        if (!own) byBranch.set(node.id, (own = new Arrivals(isOfOneBlock(stream))));
        const { n, copies } = own.add(view);
        const { store } = this.branches.get(node.id)!;
        const source = { stream, block, n };
        const done = again ? store.awaited.take(source, view, copies) : undefined;
        if (again && !done) return;
        retainBatch(view);
        store.add(source, view, view.count * this.#bytesPerEvent, watch, { copies, ...(done ? { done } : {}) });
      },
      deadLetters: (node, view) => deadLetters(node, view),
      astray: (view, to) => deadLetters(this.compiled.nodes[0]!, view, to),
      setAside: (node, view, isNew, into) => {
        const others = again ? this.#owed.setAside(node, view, again, isNew, into) : view;
        const left = again && before ? again.leaving(others, before) : others;
        if (left.count === 0) return;
        counts.add(node.id, 'thrown', left.count);
        deadLetters(node, left, into);
      },
      crashed: ({ view, isNew }) => {
        if (!again) return;
        const label = this.compiled.nodes[0]!;
        const others = this.#owed.setAside(label, view, again, isNew, undefined);
        const left = before && again.leaving(others, before);
        if (left && left.count > 0) deadLetters(label, left);
      },
      arrives: (starts) => {
        if (again && this.checkpoint) arrived.push(...starts.map((start) => ({ view: fork(start.view), into: this.#entranceOf(start) })));
      },
      end: () => {
        if (again) for (const { view, into } of arrived) this.#owed.missed(this.compiled.nodes[0]!, view, again, into);
      },
    };
  }

  #durableSink(
    entry: Entry,
    counts: PendingCounts,
    waits: Promise<WrittenLetters | boolean | undefined>[],
    outcome: 'rejected' | 'expired',
  ): GraphSink {
    return {
      ...this.#observe(),
      counts,
      made: (node, port, events) => this.#timed.make(node, port, events),
      toBranch: (node, view) => {
        retainBatch(view);
        const { store } = this.branches.get(node.id)!;
        waits.push(store.addDurably({ ...entry.source, n: reroutedArrival }, view, view.count * this.#bytesPerEvent, entry.watch));
      },
      deadLetters: (node, view) => {
        counts.add(node.id, outcome === 'expired' ? 'expired:age' : 'rejected', view.count);
        waits.push(this.#park(node, view, outcome));
      },
    };
  }

  #park(node: CompiledNode, view: BatchView, outcome: 'rejected' | 'expired', into = node.id): Promise<WrittenLetters | undefined> {
    const { tenantId, id: pipelineId } = this.deployed;
    return this.#o.deadLetters.append(view, {
      tenantId,
      pipelineId,
      versionId: this.versionId,
      node: node.id,
      ...(into === node.id ? {} : { into }),
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

/** As if a link led from the label to the node. */
const redrivenPort = 'redriven';
const entranceOf = (node: CompiledNode): CompiledPort => ({ id: redrivenPort, kind: 'plain', targets: [node.index] });

/** The version's own view of a block: its label's rows, independent of what other versions change. `last`: no other version comes after it, so the events are its own as they are. */
export function viewForVersion(events: BatchView, rows: Int32Array | undefined, label: string, last = false): BatchView {
  if (last) return rows ? narrow(events, rows, rows.length, label) : narrow(events, events.rows, events.count, label);
  return rows ? fork(events, { rows, label }) : fork(events, { label });
}
