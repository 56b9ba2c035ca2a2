import type { Clock, Log } from '@acequia/base';
import type { CommitValue, JournalStreams } from '@acequia/journal';
import { createPlan, type DeployedListener, type DeployedPipeline } from '@acequia/pipeline';
import { readBootId } from '@acequia/base/process';
import { readRevisions, recordKeys } from '../commit/records.ts';
import { madeStream } from '../lanes/made-queue.ts';
import { placeDeathsMax } from '../limits.ts';
import type { LaneCrashes } from './crash-options.ts';
import { crashKey, readCrashes, storedCrash, type CrashRecord } from './crash-record.ts';
import { watchForHangs } from './hang-watch.ts';
import { slotPath, takeOwnEnd, type BadEnd } from './last-end.ts';
import { statePlace, StepSlot, type Place } from './step-slot.ts';
import type { Guilty } from './trial-protocol.ts';

export interface CrashGuardOptions extends LaneCrashes {
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly worker: string;
  wake(): void;
}

/** What a lane is about to take up of the commit log. */
export interface CrashScene {
  /** Each with the streams it reads. */
  readonly versions: readonly { readonly pipeline: DeployedPipeline; readonly streams: readonly string[] }[];
  readonly listeners: readonly { readonly deployed: DeployedListener; readonly stream: string }[];
  readonly cluster: string;
}

/** What is known of a block that must not be run as it is. */
interface Crash {
  readonly guilty: Guilty;
  readonly node: string;
  /** A process has ended there between the opening of the journal before and this one. */
  readonly isNew: boolean;
}

/**
 * Keeps a block that ends the process from doing it for ever (engine decision 16). Of the first death it is only known that
 * it happened; from then on each step over blocks of before is noted in a file, so the second one tells its place. That
 * block is then run by halves in processes of its own while its version waits and all others go on; events that end those
 * become dead letters. A step that hangs, or is suspected to, tells its
 * place at once; a version that was innocent has time from then on.
 *
 * Work on a version's state has a place too, which no trial can repeat: a version that ends the process there is taken up without
 * its state and waits until it is replaced or stopped.
 */
export class CrashGuard {
  readonly slot: StepSlot;
  readonly #o: CrashGuardOptions;
  readonly #lastEnd: BadEnd | undefined;
  /** It was the lane's thread that ended, not the process. */
  readonly #isOwnEnd: boolean;
  readonly #records = new Map<string, CrashRecord>();
  /** Places of the last end that a record counts. */
  readonly #counted = new Set<Place>();
  readonly #heads = new Map<string, number>();
  /** Versions, and streams of listeners, that wait for a trial. */
  readonly #held = new Set<string>();
  /** The last trial of each tenant: it has one at a time, so that one block of each at most waits in memory for its turn. */
  readonly #trials = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #endWatch: () => Promise<void>;

  /** Throws as `node:fs` does when the folder cannot be used. */
  constructor(options: CrashGuardOptions) {
    this.#o = options;
    const path = slotPath(options.directory, options.lane);
    const ownEnd = takeOwnEnd(path);
    this.#isOwnEnd = ownEnd !== undefined;
    this.#lastEnd = ownEnd ?? options.lastEnd;
    this.slot = new StepSlot(path, readBootId());
    if (this.#lastEnd) this.slot.follow();
    this.#endWatch = watchForHangs(this.slot.memory, path, options, options.log);
  }

  /** Whether this stored version must be taken up without its state, because work on it ends the lane. Known once `begin` is over. */
  endsByState(versionId: string): boolean {
    const known = this.#o.journal.commits.get(crashKey({ stream: statePlace, block: 0, versionId })) as CrashRecord | undefined;
    return known?.guilty === 'all';
  }

  /**
   * Notes where the process before has ended. Before any version that reads these listeners is taken up: a process that ends
   * while that is done has then left what it knew. Rejects when the commit log cannot be written.
   */
  async begin(scene: CrashScene): Promise<void> {
    const { journal, log } = this.#o;
    const lastEnd = this.#lastEnd;
    const streams = new Set([
      ...scene.listeners.map(({ stream }) => stream),
      ...scene.versions.flatMap((version) => version.streams),
      statePlace,
    ]);
    const changes = new Map<string, CommitValue | null>();
    const counted: Place[] = [];
    for (const record of readCrashes(journal).filter(({ stream }) => streams.has(stream))) {
      if (isOver(journal, record)) changes.set(crashKey(record), null);
      else this.#records.set(crashKey(record), record);
      this.#trustInnocent(record);
    }
    if (lastEnd) {
      for (const stream of streams) this.#heads.set(stream, journal.head(stream).block);
      this.slot.arm(this.#heads);
      for (const place of lastEnd.places.filter(({ stream }) => streams.has(stream))) {
        if (this.#counted.has(place)) continue;
        const suspected = this.#suspect(place, scene);
        if (!suspected) continue;
        log.warn({ ...suspected }, 'the process before ended at this place');
        counted.push(place);
        this.#records.set(crashKey(suspected), suspected);
        changes.set(crashKey(suspected), storedCrash(suspected));
      }
    }
    if (changes.size > 0) await journal.commits.commit(changes);
    for (const place of counted) this.#counted.add(place);
    for (const record of this.#records.values()) {
      const isHere = record.versionId === '' || pipelineIn(scene, record.versionId) !== undefined;
      if (record.guilty === null && streams.has(record.stream) && isHere) this.#try(record, scene);
    }
  }

  /** Whether the version, or the listener's stream, must not run a block now. */
  holds(name: string): boolean {
    return this.#held.size > 0 && this.#held.has(name);
  }

  /** What of a block must not be run: event ids, or frame numbers for the listener's own part (`versionId` empty). */
  guilty(stream: string, block: number, versionId: string): Crash | undefined {
    if (this.#records.size === 0) return undefined;
    const record = this.#records.get(crashKey({ stream, block, versionId }));
    if (!record || record.guilty === null || record.guilty.length === 0) return undefined;
    return { guilty: record.guilty, node: record.node, isNew: record.generation === this.#o.journal.generation };
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('the engine stops'));
    await this.#endWatch();
    this.slot.close();
  }

  #trustInnocent({ guilty, versionId, stream }: CrashRecord): void {
    if (guilty?.length === 0) this.slot.trust(versionId || stream);
  }

  /** Events re-driven from the dead letters go back there, the whole block: they lie in no block of a listener. */
  #suspect({ stream, block, versionId, node }: Place, scene: CrashScene): CrashRecord | undefined {
    const pipeline = pipelineIn(scene, versionId);
    if (versionId !== '' && !pipeline) return undefined;
    const known = this.#records.get(crashKey({ stream, block, versionId }));
    const { generation } = this.#o.journal;
    // A listener that moves to another lane brings no new end of the process before.
    if (known?.generation === generation && !this.#isOwnEnd) return undefined;
    const deaths = (known?.deaths ?? 0) + 1;
    const place = { stream, block, versionId, node: pipeline ? nodeAt(pipeline, node) : '', deaths, generation };
    if (stream === statePlace) {
      // A process may have been killed from outside, so two of them must have ended there; of a thread one is enough.
      return { ...place, guilty: this.#isOwnEnd || known ? 'all' : [] };
    }
    const isRedriven = !scene.listeners.some((listener) => listener.stream === stream);
    return { ...place, guilty: isRedriven || deaths >= placeDeathsMax ? 'all' : (known?.guilty ?? null) };
  }

  #try(record: CrashRecord, scene: CrashScene): void {
    const name = record.versionId === '' ? record.stream : record.versionId;
    const tenantId = scene.listeners.find(({ stream }) => stream === record.stream)?.deployed.tenantId ?? '';
    const before = this.#trials.get(tenantId) ?? Promise.resolve();
    this.#held.add(name);
    const trial = before
      .then(() => this.#judge(record, scene))
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#o.log.error({ ...record, error }, 'a suspected block could not be tried; it is run as it is');
      })
      .finally(() => {
        this.#held.delete(name);
        this.#o.wake();
      });
    this.#trials.set(tenantId, trial);
  }

  async #judge(record: CrashRecord, scene: CrashScene): Promise<void> {
    const { listeners, cluster } = scene;
    const { journal, log, tryBlock, worker } = this.#o;
    const { stream, block, versionId } = record;
    this.#stop.signal.throwIfAborted();
    const listener = listeners.find((one) => one.stream === stream)!.deployed;
    const [stored] = await journal.read(stream, { block, frame: 0 }, 1);
    if (stored?.block !== block) return;
    const guilty = await tryBlock(
      {
        block: { ...stored, bytes: new Uint8Array(stored.bytes), frames: new Uint32Array(stored.frames) },
        listener,
        revisions: readRevisions(journal, listener.id),
        pipeline: pipelineIn(scene, versionId),
        cluster,
        worker,
      },
      this.#stop.signal,
    );
    const judged: CrashRecord = { ...record, guilty };
    await journal.commits.commit(new Map([[crashKey(judged), storedCrash(judged)]]));
    this.#records.set(crashKey(judged), judged);
    this.#trustInnocent(judged);
    log.warn({ ...judged }, guilty.length === 0 ? 'a suspected block is innocent' : 'events that end the process go to the dead letters');
  }
}

const pipelineIn = ({ versions }: CrashScene, versionId: string): DeployedPipeline | undefined =>
  versions.find(({ pipeline }) => pipeline.versionId === versionId)?.pipeline;

/** The id of a node by its index in the compiled version; empty when there is none. */
function nodeAt({ document }: DeployedPipeline, index: number): string {
  const plan = createPlan(document);
  return (index === 0 ? plan?.label.id : plan?.order[index - 1]?.id) ?? '';
}

/** Nobody will come to the place again. */
function isOver(journal: JournalStreams, { stream, block, versionId }: CrashRecord): boolean {
  if (stream === statePlace || stream === madeStream) return journal.commits.get(recordKeys.deployed(versionId)) === undefined;
  return block < journal.tail(stream).block;
}
