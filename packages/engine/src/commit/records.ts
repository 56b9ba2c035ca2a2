import type { CommitValue, JournalStreams } from '@acequia/journal';
import {
  deployedDatasinkSchema,
  deployedLookupSchema,
  deployedPipelineSchema,
  type DeployedDatasink,
  type DeployedLookup,
  type DeployedPipeline,
} from '@acequia/pipeline';
import { madeStream } from '../lanes/made-queue.ts';
import type { StoredPartition } from '../lanes/partition.ts';
import type { ReplayOf, StoredRun } from '../lanes/version-run.ts';
import type { StoredCheckpoint } from './checkpoint.ts';

/**
 * Keys of the engine in the commit log.
 * - `v/<version>`: how far a version is, its branches, ledger, and which state file holds its state. A stream that `rides`
 *   stands where its partition's record says; its cursor too, where this record has it at the same block
 * - `d/<version>`: what was deployed, so that a version drains without the server
 * - `l/<stream>`: reader zero of a partition, with the listener's ledger
 * - `r/<listener>/<revision>`: settings that framed blocks
 * - `e/<listener>`: which versions of lookups its events meet, from which block on
 * - `p/<replay>`: what a replay reads and how it ended; its run has a record like a version's
 */
export const recordKeys = {
  version: (versionId: string) => `v/${versionId}`,
  deployed: (versionId: string) => `d/${versionId}`,
  partition: (stream: string) => `l/${stream}`,
  epochs: (listenerId: string) => `e/${listenerId}`,
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
  if (!stored?.rides || stored.rides.length === 0) return stored;
  const positions = { ...stored.positions };
  const cursors = { ...stored.cursors };
  for (const stream of stored.rides) {
    const end = readPartition(journal, stream)?.partition.next ?? positions[stream]!;
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

export function storedVersions(journal: JournalStreams): string[] {
  return journal.commits.keys('v/').map((key) => key.slice(2));
}

export function readPartition(journal: JournalStreams, stream: string): { partition: StoredPartition; ledger: CommitValue } | undefined {
  return journal.commits.get(recordKeys.partition(stream)) as { partition: StoredPartition; ledger: CommitValue } | undefined;
}

export function readRevisions(journal: JournalStreams, listenerId: string): Map<number, Readonly<Record<string, unknown>>> {
  const prefix = recordKeys.revisionsOf(listenerId);
  return new Map(
    journal.commits
      .keys(prefix)
      .map((key) => [Number(key.slice(prefix.length)), journal.commits.get(key) as Readonly<Record<string, unknown>>]),
  );
}
