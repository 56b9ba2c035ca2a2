import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal, type DiskJournal, type Journal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import type { Deployment } from '@acequia/pipeline';
import { readListener, type StoredBranch, type StoredVersion } from '../../src/commit/records.ts';
import { readCrashes } from '../../src/poison/crash-record.ts';
import type { EngineLimits } from '../../src/options.ts';
import { createCrashJournal } from '../crash-journal.ts';
import { startHarness, useLanes, type Harness } from '../harness.ts';
import { submitLines, type ToyCreation, type ToyDestination } from '../toy-components.ts';
import { ToyTables } from '../toy-tables.ts';

/** What a fixture is opened with years later, too, must not be too old by then. */
const ageless: Partial<EngineLimits> = { deadLetterMs: 1e13, checkpointIntervalMs: 5, commitIntervalMs: 5 };

interface MortalJournal extends Journal {
  /** From now on appends to streams that begin so are refused, but for the first few. */
  refuse(prefix: string, error: Error, but?: number): void;
  /** From now on none is durable; resolves when no earlier one is on its way. */
  holdCommits(): Promise<void>;
  /** Nothing reaches the disk any more; resolves when nothing is on its way. */
  die(): Promise<void>;
}

const never = () => new Promise<never>(() => undefined);

function mortal(disk: Journal): MortalJournal {
  const crashing = createCrashJournal(disk, () => 0);
  const underWay = new Set<Promise<unknown>>();
  let dead = false;
  let holds = false;
  const refused: { readonly prefix: string; readonly error: Error; but: number }[] = [];
  const live = <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) return never();
    const one = work();
    underWay.add(one);
    const ended = () => void underWay.delete(one);
    one.then(ended, ended);
    return one;
  };
  return {
    ...crashing,
    append: (group) => {
      const refusal = refused.find(({ prefix }) => group.blocks.some(({ stream }) => stream.startsWith(prefix)));
      return refusal && refusal.but-- <= 0 ? Promise.reject(refusal.error) : live(() => crashing.append(group));
    },
    commits: { ...crashing.commits, commit: (changes) => (holds ? never() : live(() => crashing.commits.commit(changes))) },
    holdCommits: async () => {
      holds = true;
      await Promise.allSettled(underWay);
    },
    refuse: (prefix, error, but = 0) => void refused.push({ prefix, error, but }),
    die: async () => {
      dead = true;
      await Promise.allSettled(underWay);
      crashing.crash();
    },
  };
}

/** A branch's outbox as it is stored. */
export interface StoredOutbox {
  readonly pending: readonly (readonly [stream: string, block: number, n: number, bits: string | null])[];
  readonly spill: null | { readonly rows: number; readonly partial: readonly unknown[]; readonly done: readonly unknown[] };
}

/** An engine of toys over a folder. */
export interface Life extends Harness {
  readonly journal: MortalJournal;
  readonly disk: DiskJournal;
  readonly directory: string;
  apply(wanted: Deployment): Promise<void>;
  /** As `submitLines`; acknowledged when it resolves. */
  send(listenerId: string, lines: readonly string[], receivedMs?: number): Promise<unknown>;
  to(destination: string): ToyDestination;
  /** What the commit log says. */
  version(versionId: string): StoredVersion | undefined;
  outbox(versionId: string): StoredOutbox | undefined;
  partition(stream: string): ReturnType<typeof readListener>;
  crashes(): ReturnType<typeof readCrashes>;
  /** As SIGKILL: what is written stays. */
  die(): Promise<void>;
}

export const lifeParts = ['journal', 'crash'] as const;

export async function beginLife(directory: string, lanes: number, limits: Partial<EngineLimits> = {}): Promise<Life> {
  useLanes(lanes);
  for (const part of lifeParts) mkdirSync(join(directory, part), { recursive: true, mode: 0o700 });
  const disk = await openJournal({
    identity: testLog(),
    directory: join(directory, 'journal'),
    clock: systemClock,
    log: silentLog,
    reserveBytes: 0,
  });
  const journal = mortal(disk);
  const tables = new ToyTables();
  const harness = startHarness({
    journal,
    limits: { ...ageless, ...limits },
    lookup: tables.lookup,
    crashes: { directory: join(directory, 'crash'), componentsModule: new URL('../deadly-toys.ts', import.meta.url).href },
  });
  const { engine, toys } = harness;
  const version = (versionId: string) => disk.commits.get(`v/${versionId}`) as StoredVersion | undefined;
  return {
    ...harness,
    journal,
    disk,
    directory,
    apply: async (wanted) => {
      for (const { creation } of wanted.datasinks) {
        const { name, batching = {} } = creation as unknown as ToyCreation;
        toys.destination(name).batching = batching;
      }
      tables.prepare(engine, wanted);
      await engine.apply(wanted);
      tables.release(engine, wanted);
    },
    send: (listenerId, lines, receivedMs = Date.now()) => submitLines(toys.peer(listenerId), lines, undefined, receivedMs),
    to: (destination) => toys.destination(destination),
    version,
    outbox: (versionId) => {
      const branch: StoredBranch | undefined = Object.values(version(versionId)?.branches ?? {})[0];
      return branch?.outbox as StoredOutbox | undefined;
    },
    partition: (stream) => readListener(disk, stream),
    crashes: () => readCrashes(disk),
    die: async () => {
      await journal.die();
      harness.abandon();
    },
  };
}
