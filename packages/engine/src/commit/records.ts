import type { CommitValue, Journal } from '@acequia/journal';
import { deployedDatasinkSchema, deployedPipelineSchema, type DeployedDatasink, type DeployedPipeline } from '@acequia/pipeline';
import type { StoredPartition } from '../lanes/partition.ts';
import type { StoredRun, VersionRun } from '../lanes/version-run.ts';

/**
 * Keys of the engine in the commit log.
 * - `v/<version>`: how far a version is, its branches, ledger and state
 * - `d/<version>`: what was deployed, so that a version drains without the server
 * - `l/<stream>`: reader zero of a partition, with the listener's ledger
 * - `r/<listener>/<revision>`: settings that framed blocks
 */
export const recordKeys = {
  version: (versionId: string) => `v/${versionId}`,
  deployed: (versionId: string) => `d/${versionId}`,
  partition: (stream: string) => `l/${stream}`,
  revisionsOf: (listenerId: string) => `r/${listenerId}/`,
  revision: (listenerId: string, revision: number) => `r/${listenerId}/${revision}`,
};

export interface StoredBranch {
  readonly outbox: CommitValue;
  readonly checkpoint: string | null;
}

export interface StoredVersion extends StoredRun {
  readonly branches: Readonly<Record<string, StoredBranch>>;
  readonly ledger: CommitValue;
  /** Node → [fingerprint, state in base64]. */
  readonly states: Readonly<Record<string, readonly [string, string]>>;
  readonly stopAt: Readonly<Record<string, number>> | null;
}

export function readVersion(journal: Journal, versionId: string): StoredVersion | undefined {
  return journal.commits.get(recordKeys.version(versionId)) as StoredVersion | undefined;
}

export function readDeployed(
  journal: Journal,
  versionId: string,
): { pipeline: DeployedPipeline; datasinks: DeployedDatasink[] } | undefined {
  const stored = journal.commits.get(recordKeys.deployed(versionId)) as { pipeline: unknown; datasinks: unknown[] } | undefined;
  const pipeline = deployedPipelineSchema.safeParse(stored?.pipeline);
  if (!stored || !pipeline.success) return undefined;
  const datasinks = stored.datasinks.map((datasink) => deployedDatasinkSchema.safeParse(datasink));
  return { pipeline: pipeline.data, datasinks: datasinks.flatMap(({ data }) => data ?? []) };
}

export function storedVersions(journal: Journal): string[] {
  return journal.commits.keys('v/').map((key) => key.slice(2));
}

export function readPartition(journal: Journal, stream: string): { partition: StoredPartition; ledger: CommitValue } | undefined {
  return journal.commits.get(recordKeys.partition(stream)) as { partition: StoredPartition; ledger: CommitValue } | undefined;
}

export function readRevisions(journal: Journal, listenerId: string): Map<number, Readonly<Record<string, unknown>>> {
  const prefix = recordKeys.revisionsOf(listenerId);
  return new Map(
    journal.commits
      .keys(prefix)
      .map((key) => [Number(key.slice(prefix.length)), journal.commits.get(key) as Readonly<Record<string, unknown>>]),
  );
}

/** State of every keyed node now, with what the node was compiled from. */
export function statesOf(run: VersionRun): Record<string, [string, string]> {
  const states: Record<string, [string, string]> = {};
  for (const { id, step, fingerprint } of run.compiled.nodes) {
    const snapshot = step?.snapshot?.();
    if (snapshot) states[id] = [fingerprint, Buffer.from(snapshot).toString('base64')];
  }
  return states;
}

/** The state a node may go on from: only when it is compiled from the same again. */
export function restoreState(stored: Pick<StoredVersion, 'states'>, node: string, fingerprint: string): Uint8Array | undefined {
  const state = stored.states[node];
  return state && state[0] === fingerprint ? new Uint8Array(Buffer.from(state[1], 'base64')) : undefined;
}
