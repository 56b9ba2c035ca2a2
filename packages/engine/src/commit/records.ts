import type { CommitValue, JournalStreams } from '@acequia/journal';
import {
  deployedDatasinkSchema,
  deployedListenerSchema,
  deployedLookupSchema,
  deployedPipelineSchema,
  type DeployedDatasink,
  type DeployedListener,
  type DeployedLookup,
  type DeployedPipeline,
} from '@acequia/pipeline';
import { madeStream } from '../lanes/made-queue.ts';
import type { StoredPartition } from '../lanes/partition.ts';
import type { ReplayOf, StoredRun } from '../lanes/version-run.ts';
import type { StoredCheckpoint } from './checkpoint.ts';

/**
 * Keys of the engine in the commit log.
 * - `v/<run>`: how far a version is, its branches, ledger, and which state file holds its state. A stream that `rides`
 *   stands where its partition's record says; its cursor too, where this record has it at the same block
 * - `d/<run>`: what was deployed, so that a version drains without the server
 * - `l/<stream>`: reader zero of a partition, with the listener's ledger; of a listener that has left, the ledger alone, until the
 *   server has been told
 * - `i/<listener>`: what was deployed last, so that its blocks are decoded without the server when it is in no deployment any more
 * - `r/<listener>/<revision>`: settings that framed blocks
 * - `e/<listener>`: which versions of lookups its events meet, from which block on
 * - `t/<listener>`: which of the dead letters of its events stand
 * - `p/<replay>`: what a replay reads and how it ended; its run has a record like a version's
 */
export const recordKeys = {
  version: (versionId: string) => `v/${versionId}`,
  deployed: (versionId: string) => `d/${versionId}`,
  partition: (stream: string) => `l/${stream}`,
  listener: (listenerId: string) => `i/${listenerId}`,
  epochs: (listenerId: string) => `e/${listenerId}`,
  letters: (listenerId: string) => `t/${listenerId}`,
  revisionsOf: (listenerId: string) => `r/${listenerId}/`,
  revision: (listenerId: string, revision: number) => `r/${listenerId}/${revision}`,
};

export interface StoredBranch {
  /** Absent: written by a release that gave branches none. */
  readonly id?: string;
  readonly outbox: CommitValue;
  readonly checkpoint: string | null;
}

export interface StoredVersion extends StoredRun {
  /** Listener streams of which the partition's record says how far the version is. */
  readonly rides?: readonly string[];
  readonly branches: Readonly<Record<string, StoredBranch>>;
  readonly ledger: CommitValue;
  /** Of versions with keyed nodes. */
  readonly state?: StoredCheckpoint | null;
  readonly stopAt: Readonly<Record<string, number>> | null;
  /** Of an ended version: nodes whose state goes on in the next one. */
  readonly carried?: readonly string[] | null;
  readonly replay?: ReplayOf | null;
}

export function readVersion(journal: JournalStreams, versionId: string): StoredVersion | undefined {
  const stored = journal.commits.get(recordKeys.version(versionId)) as StoredVersion | undefined;
  return stored && withinStreams(journal, withRides(journal, stored));
}

/**
 * The journal forgets a stream that was dropped when nothing of it is left, and then numbers from 1 again, also when a listener has
 * come back meanwhile without receiving anything: nobody stands behind the end of such a stream.
 */
function withinStreams(journal: JournalStreams, stored: StoredVersion): StoredVersion {
  const isBehind = ([stream, position]: readonly [string, number]) => position > endOf(journal, stream);
  if (![stored.positions, stored.stopAt ?? {}].some((positions) => Object.entries(positions).some(isBehind))) return stored;
  const within = (positions: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(positions).map(([stream, position]) => [stream, Math.min(position, endOf(journal, stream))]));
  return {
    ...stored,
    positions: within(stored.positions),
    cursors: within(stored.cursors),
    stopAt: stored.stopAt && within(stored.stopAt),
    ...(stored.state ? { state: { ...stored.state, positions: within(stored.state.positions) } } : {}),
  };
}

/** Infinite for what is no stream of a listener. */
const endOf = (journal: JournalStreams, stream: string): number =>
  listenerOfStream(stream) === undefined ? Infinity : journal.head(stream).block;

function withRides(journal: JournalStreams, stored: StoredVersion): StoredVersion {
  if (!stored.rides || stored.rides.length === 0) return stored;
  const positions = { ...stored.positions };
  const cursors = { ...stored.cursors };
  for (const stream of stored.rides) {
    const end = readListener(journal, stream)?.partition?.next ?? positions[stream]!;
    if (cursors[stream] === positions[stream]) cursors[stream] = end;
    positions[stream] = end;
  }
  return { ...stored, positions, cursors };
}

/**
 * For a version that lost its state: which rows of a waiting entry were delivered cannot be told any more, since other rows
 * may be chosen now; all of them wait again. What was made out of the state and not yet delivered is lost with it.
 */
export function withoutPartial(stored: StoredVersion): StoredVersion {
  const branches = Object.entries(stored.branches).map(([node, branch]) => {
    const outbox = branch.outbox as { readonly pending: readonly (readonly [string, number, number, string | null])[] };
    const pending = outbox.pending.flatMap(([stream, block, n]) => (stream === madeStream ? [] : [[stream, block, n, null]]));
    return [node, { ...branch, outbox: { ...outbox, pending } }];
  });
  if (stored.positions[madeStream] === undefined) return { ...stored, branches: Object.fromEntries(branches) as StoredVersion['branches'] };
  const made = { [madeStream]: Math.max(stored.positions[madeStream], stored.state?.madeTo ?? 0) };
  const positions = { ...stored.positions, ...made };
  return {
    ...stored,
    positions,
    cursors: { ...stored.cursors, ...made },
    branches: Object.fromEntries(branches) as StoredVersion['branches'],
  };
}

export function readDeployed(
  journal: JournalStreams,
  versionId: string,
): { pipeline: DeployedPipeline; datasinks: DeployedDatasink[]; lookups: DeployedLookup[] } | undefined {
  const stored = journal.commits.get(recordKeys.deployed(versionId)) as
    | { pipeline: unknown; datasinks: unknown[]; lookups?: unknown[] }
    | undefined;
  const pipeline = deployedPipelineSchema.safeParse(stored?.pipeline);
  if (!stored || !pipeline.success) return undefined;
  const datasinks = stored.datasinks.map((datasink) => deployedDatasinkSchema.safeParse(datasink));
  const lookups = (stored.lookups ?? []).map((lookup) => deployedLookupSchema.safeParse(lookup));
  return {
    pipeline: pipeline.data,
    datasinks: datasinks.flatMap(({ data }) => data ?? []),
    lookups: lookups.flatMap(({ data }) => data ?? []),
  };
}

/** The one listener that a pipeline reads; empty when its document names none. */
export function listenerOf(pipeline: DeployedPipeline): string {
  return pipeline.document.nodes.find((node) => node.kind === 'label')?.listenerId ?? '';
}

/** Not part of any id that a server gives. */
const againMark = '~';

/**
 * The id of a version's next run. The first has the version's own; one that starts while there is still something of an earlier
 * run has a number behind it, so that what waits and what is written of the two is never mixed.
 */
export function nextRunId(versionId: string, earlier: Iterable<string>): string {
  const numbers = [...earlier].flatMap((run) => (versionOf(run) === versionId ? [Number(run.split(againMark)[1] ?? 1)] : []));
  return numbers.length === 0 ? versionId : `${versionId}${againMark}${Math.max(...numbers) + 1}`;
}

/** The version that a run is one of. */
export const versionOf = (runId: string): string => runId.split(againMark, 1)[0]!;

/** The run of a version that goes on: neither replaced nor stopped. */
export function goingOn(journal: JournalStreams, versionId: string): string | undefined {
  return storedVersions(journal).find(
    (run) =>
      versionOf(run) === versionOf(versionId) &&
      journal.commits.get(recordKeys.deployed(run)) !== undefined &&
      readVersion(journal, run)?.stopAt === null,
  );
}

export function storedVersions(journal: JournalStreams): string[] {
  return journal.commits.keys('v/').map((key) => key.slice(2));
}

export interface StoredListener {
  readonly tenantId: string;
  readonly listenerId: string;
  /** Null: the listener has left, and its stream is dropped. */
  readonly partition: StoredPartition | null;
  readonly ledger: CommitValue;
}

export function readListener(journal: JournalStreams, stream: string): StoredListener | undefined {
  return journal.commits.get(recordKeys.partition(stream)) as StoredListener | undefined;
}

/** Streams of listeners of which only the ledger is kept. */
export function streamsThatLeft(journal: JournalStreams): string[] {
  const prefix = recordKeys.partition('');
  const streams = journal.commits.keys(prefix).map((key) => key.slice(prefix.length));
  return streams.filter((stream) => readListener(journal, stream)?.partition === null);
}

/** Listeners of which anything is kept: that are deployed, that have blocks left, or figures to be told. */
export function storedListeners(journal: JournalStreams): string[] {
  const idsBehind = (prefix: string) => journal.commits.keys(prefix).map((key) => key.slice(prefix.length));
  return [
    ...idsBehind(recordKeys.partition('')).flatMap((stream) => listenerOfStream(stream) ?? []),
    ...idsBehind(recordKeys.listener('')),
  ];
}

/** A listener as it was deployed last; undefined: it has left. */
export function readDeployedListener(journal: JournalStreams, listenerId: string): DeployedListener | undefined {
  return deployedListenerSchema.safeParse(journal.commits.get(recordKeys.listener(listenerId))).data;
}

/** `li/<tenant>/<listener>/<partition>` */
export function listenerOfStream(stream: string): string | undefined {
  const [kind, , id] = stream.split('/');
  return kind === 'li' ? id : undefined;
}

export function readRevisions(journal: JournalStreams, listenerId: string): Map<number, Readonly<Record<string, unknown>>> {
  const prefix = recordKeys.revisionsOf(listenerId);
  return new Map(
    journal.commits
      .keys(prefix)
      .map((key) => [Number(key.slice(prefix.length)), journal.commits.get(key) as Readonly<Record<string, unknown>>]),
  );
}
