import { compareVersions, nextVersion, versionKinds, type VersionKind } from '@acequia/domain';
import type { Version } from '@acequia/contract';

/** The number a publication will get; undefined for a kind that cannot follow. The first one is 1.0.0. */
export function nextNumber(versions: readonly Version[], kind: VersionKind): string | undefined {
  const newest = versions
    .filter((each) => each.version !== 'Main')
    .map((each) => each.version)
    .toSorted(compareVersions)
    .at(-1);
  const next = nextVersion(newest, kind);
  return next.ok ? next.value : undefined;
}

/** Kinds that can follow, in the order they are offered; the first publication has no choice but a release or a trial. */
export function possibleKinds(versions: readonly Version[]): readonly VersionKind[] {
  if (versions.every((each) => each.version === 'Main')) return ['major', 'pre-release'];
  return (['minor', 'patch', 'major', 'pre-release', 'release'] as const satisfies readonly VersionKind[]).filter(
    (kind) => versionKinds.includes(kind) && nextNumber(versions, kind) !== undefined,
  );
}

/** What publishing to these clusters does to the running version. Ids of clusters. */
export interface Consequence {
  readonly starts: readonly string[];
  readonly replaces: readonly string[];
  readonly stops: readonly string[];
}

export function consequence(running: Version | undefined, chosen: readonly string[]): Consequence {
  const now = new Set(running?.clusters);
  return {
    starts: chosen.filter((id) => !now.has(id)),
    replaces: chosen.filter((id) => now.has(id)),
    stops: [...now].filter((id) => !chosen.includes(id)),
  };
}

export const runningVersion = (versions: readonly Version[]): Version | undefined => versions.find((each) => each.status === 'running');
