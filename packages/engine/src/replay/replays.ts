import { secondMs, type Clock, type Log } from '@acequia/base';
import type { JournalStreams } from '@acequia/journal';
import type { DeployedPipeline, DeployedReplay } from '@acequia/pipeline';
import type { EngineState } from '../apply/engine-state.ts';
import type { LaneListener } from '../apply/lane-listener.ts';
import type { VersionFactory, VersionPlan } from '../apply/version-factory.ts';
import type { Changes, Committer } from '../commit/committer.ts';
import { readDeployed, readVersion, recordKeys, type StoredVersion } from '../commit/records.ts';
import { inForce } from '../epochs/activate-lookups.ts';
import type { Lane } from '../lanes/lane.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import { endedReplayKeptMs } from '../limits.ts';
import { inFlight } from '../outcomes/ledger.ts';
import type { ReplayStatus } from '../status.ts';
import type { CompileFault } from '../steps/compile-version.ts';
import { locateRange } from './locate-range.ts';
import { replayKey, replayRecord, storedReplays, type StoredReplay } from './replay-records.ts';
import { ReplayRun } from './replay-run.ts';

export interface ReplaysOptions {
  readonly state: EngineState;
  readonly factory: VersionFactory;
  readonly committer: Committer;
  readonly lane: Lane;
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  onStatus(): void;
}

interface Entry {
  stored: StoredReplay;
  /** While it runs. */
  at: ReplayRun | undefined;
  stopping: boolean;
}

/** Sends under way when a replay is stopped may end within this time. */
const sendsEndMs = 5 * secondMs;

/**
 * The replays of a lane. Each is a version run of its own beside the running ones: with its own branches, ledger and place in
 * the commit log, already told where it ends, so that delivery, crash and end are those of a replaced version. Live events
 * come first: a replay is a straggler, and gives way when the journal needs its room.
 */
export class Replays {
  readonly #o: ReplaysOptions;
  readonly #entries = new Map<string, Entry>();
  #desired: ReadonlySet<string> = new Set();

  constructor(options: ReplaysOptions) {
    this.#o = options;
  }

  /** Begins what is new, goes on with what a crash interrupted, stops what is not wanted any more. Listeners are there already. */
  async apply(desired: readonly DeployedReplay[]): Promise<void> {
    this.#desired = new Set(desired.map(({ id }) => id));
    for (const stored of storedReplays(this.#o.journal)) await this.#takeUp(stored);
    for (const replay of desired) {
      const listener = this.#o.state.listeners.get(replay.listenerId);
      if (listener && !this.#entries.has(replay.id)) await this.#begin(replay, listener);
    }
    for (const entry of this.#entries.values())
      if (!this.#desired.has(entry.stored.id) && entry.at && !entry.stopping) void this.#stop(entry, entry.at);
  }

  /** Listeners go to another lane; their replays have been let go of with their versions. */
  release(listenerIds: readonly string[]): void {
    for (const [id, { stored, at }] of this.#entries) {
      if (!listenerIds.includes(stored.listenerId)) continue;
      if (at) this.#detach(at);
      this.#entries.delete(id);
    }
  }

  /** Its records, and the end of those whose version run is over with this very commit, or was with one before. */
  collect(changes: Changes, finished: readonly VersionRun[]): void {
    const { state, clock, journal } = this.#o;
    for (const [id, entry] of this.#entries) {
      const { at } = entry;
      if (at) entry.stored = { ...entry.stored, missed: at.missed };
      if (at && finished.includes(at.run)) {
        changes.set(replayKey(id), replayRecord(this.#ended(entry, at)));
        continue;
      }
      if (at && !state.runs.includes(at.run)) this.#end(entry, at);
      if (entry.stored.state === 'failed' && journal.commits.get(recordKeys.deployed(id)) !== undefined)
        changes.set(recordKeys.deployed(id), null);
      const { endedMs } = entry.stored;
      const over = endedMs !== null && !this.#desired.has(id) && clock.now() - endedMs > endedReplayKeptMs;
      if (over) this.#entries.delete(id);
      changes.set(replayKey(id), over ? null : replayRecord(entry.stored));
    }
  }

  look(): ReplayStatus[] {
    return [...this.#entries.values()].map(({ stored, at }) => {
      const { id, tenantId, state, fault, first, end, missed, startedMs, endedMs } = stored;
      const branches = at ? [...at.run.branches.values()].map((branch) => branch.status()) : [];
      const waits = branches.find(({ error, state: branch }) => error && (branch === 'misconfigured' || branch === 'retrying'))?.error;
      return {
        id,
        tenantId,
        state,
        error: fault ?? waits,
        blocks: end - first,
        blocksDone: at ? at.blocksDone : state === 'done' ? end - first : 0,
        missedBlocks: at?.missed ?? missed,
        waitingEvents: branches.reduce((sum, { waitingEvents }) => sum + waitingEvents, 0),
        eventsPerSecond: at?.eventsPerSecond ?? 0,
        startedMs,
        endedMs: endedMs ?? undefined,
        counts: at ? { ...at.run.ledger.totals } : stored.counts,
      };
    });
  }

  async #begin(replay: DeployedReplay, listener: LaneListener): Promise<void> {
    const { journal, clock, committer } = this.#o;
    const { stream } = listener.partition;
    const { first, end } = await locateRange(journal, stream, replay.fromMs, replay.toMs);
    const { revision, labels } = listener.deployed;
    const stored: StoredReplay = {
      id: replay.id,
      tenantId: replay.tenantId,
      listenerId: replay.listenerId,
      pipelineId: replay.pipeline.id,
      versionId: replay.pipeline.versionId,
      fromMs: replay.fromMs,
      toMs: replay.toMs,
      keys: replay.keys,
      eventsPerSecond: replay.eventsPerSecond,
      revision: replay.decode === 'current' ? revision : null,
      labels,
      first: Math.min(end, Math.max(first, journal.tail(stream).block)),
      end,
      missed: 0,
      startedMs: clock.now(),
      state: 'running',
      endedMs: null,
      fault: null,
      counts: {},
    };
    if (stored.first === end)
      this.#entries.set(replay.id, { stored: { ...stored, state: 'done', endedMs: clock.now() }, at: undefined, stopping: false });
    else await this.#start(stored, { ...replay.pipeline, versionId: replay.id }, listener);
    await committer.commit(false).catch(() => undefined);
    const run = this.#entries.get(replay.id)?.at?.run;
    if (run) this.#release(run);
    this.#o.onStatus();
  }

  #release(run: VersionRun): void {
    run.held = false;
    for (const branch of run.branches.values()) branch.pump();
    this.#o.lane.wake();
  }

  async #start(stored: StoredReplay, deployed: DeployedPipeline, listener: LaneListener): Promise<void> {
    const { factory, state, log } = this.#o;
    const { stream } = listener.partition;
    const { deployment } = state;
    const made = this.#create(stored, deployed, undefined, listener, (id) => inForce(deployment, id, stored.tenantId)?.activeNumber);
    const fault = 'fault' in made ? made.fault : await factory.open(made.run);
    if (fault) {
      log.warn({ replay: stored.id, code: fault.code }, 'a replay cannot begin');
      this.#fail(stored, fault);
    }
    if ('fault' in made) return;
    if (fault) return state.discard(made.run);
    made.run.positions.set(stream, stored.first);
    made.run.stopAt = new Map([[stream, stored.end]]);
    made.run.held = true;
    this.#attach(stored, made.run, listener);
  }

  /** Goes on where the commit log says, with the same settings, so that blocks run again give the same events. */
  async #takeUp(stored: StoredReplay): Promise<void> {
    const { state, journal } = this.#o;
    const { id } = stored;
    const listener = state.listeners.get(stored.listenerId);
    if (!listener || this.#entries.has(id)) return;
    this.#entries.set(id, { stored, at: undefined, stopping: false });
    if (stored.state !== 'running') return;
    const [deployed, version] = [readDeployed(journal, id), readVersion(journal, id)];
    if (!deployed || !version) return this.#fail(stored, { code: 'REPLAY_LOST' });
    for (const datasink of deployed.datasinks) if (!state.datasinks.has(datasink.id)) state.datasinks.set(datasink.id, datasink);
    const inForceThen = (id: string) => deployed.lookups.find((lookup) => lookup.id === id && lookup.activeNumber !== null);
    const made = this.#create(stored, deployed.pipeline, version, listener, (id) => inForceThen(id)?.activeNumber);
    if ('fault' in made) return this.#fail(stored, made.fault);
    const { run } = made;
    run.stopAt = new Map(Object.entries(version.stopAt ?? {}));
    run.held = !this.#desired.has(id);
    this.#attach(stored, run, listener);
    if (!run.held) for (const branch of run.branches.values()) branch.pump();
  }

  #create(
    stored: StoredReplay,
    deployed: DeployedPipeline,
    version: StoredVersion | undefined,
    listener: LaneListener,
    lookupVersion: (id: string) => number | null | undefined,
  ): { readonly run: VersionRun } | { readonly fault: CompileFault } {
    const { factory, state } = this.#o;
    const plan: VersionPlan = {
      deployed,
      slots: listener.slots,
      stored: version,
      standBy: new Set(),
      restored: () => undefined,
      datasink: (id) => state.datasinks.get(id),
      replay: { id: stored.id, versionId: stored.versionId },
      lookupVersion: (id) => lookupVersion(id) ?? undefined,
    };
    const compiled = factory.compile(plan);
    if (!compiled.ok) return { fault: compiled.error };
    const created = factory.create(plan, compiled.value);
    if (!created.ok) return { fault: created.error };
    const keyed = compiled.value.nodes.find((node) => node.keyed);
    if (!keyed && compiled.value.listenerId === stored.listenerId) return { run: created.value };
    state.close(created.value);
    return { fault: keyed ? { code: 'REPLAY_KEYED', node: keyed.id } : { code: 'REPLAY_LISTENER' } };
  }

  #attach(stored: StoredReplay, run: VersionRun, listener: LaneListener): void {
    const { state, lane, journal, clock, log } = this.#o;
    const at = new ReplayRun({ replay: stored, run, listener, journal, clock, log, wake: () => lane.wake() });
    at.missed = stored.missed;
    this.#entries.set(stored.id, { stored, at, stopping: false });
    state.runs.push(run);
    lane.attach(at);
  }

  #detach(at: ReplayRun): void {
    at.stop();
    this.#o.lane.detach(at);
  }

  #end(entry: Entry, at: ReplayRun): void {
    this.#detach(at);
    entry.stored = this.#ended(entry, at);
    entry.at = undefined;
    this.#o.onStatus();
  }

  #ended({ stored, stopping }: Entry, { run }: ReplayRun): StoredReplay {
    return { ...stored, state: stopping ? 'stopped' : 'done', endedMs: this.#o.clock.now(), counts: { ...run.ledger.totals } };
  }

  #fail(stored: StoredReplay, fault: CompileFault): void {
    const ended: StoredReplay = { ...stored, state: 'failed', endedMs: this.#o.clock.now(), fault };
    this.#entries.set(stored.id, { stored: ended, at: undefined, stopping: false });
  }

  /** Reads and sends nothing more. What waits is given up and counted: it is still in the listener's journal. */
  async #stop(entry: Entry, at: ReplayRun): Promise<void> {
    const { clock, committer } = this.#o;
    const { run } = at;
    entry.stopping = true;
    run.held = true;
    this.#detach(at);
    const branches = [...run.branches];
    const deadline = new AbortController();
    const cancel = clock.after(sendsEndMs, () => deadline.abort(new Error('the replay was stopped')));
    await Promise.all(branches.map(([, branch]) => branch.stop(deadline.signal)));
    cancel();
    while (!branches.every(([, branch]) => branch.quiet)) await clock.sleep(5);
    for (const [node, { store }] of branches) {
      run.counts.add(node, 'dropped:stopped', store.waiting);
      await store.discard();
    }
    run.counts.add(run.compiled.nodes[0]!.id, 'dropped:stopped', inFlight(run.ledger));
    run.stopAt = run.ends();
    for (const [stream, end] of run.stopAt) run.skipTo(stream, end);
    await committer.commit(false).catch(() => undefined);
  }
}
