import type { Listener, Version } from '@acequia/contract';
import { compareVersions, isPublished, nextVersion, versionKinds, type VersionKind } from '@acequia/domain';
import type { PipelineDocument } from '@acequia/pipeline';

/** Published versions, the highest number first. */
export const publishedVersions = (versions: readonly Version[]): readonly Version[] =>
  versions.filter(isPublished).toSorted((a, b) => compareVersions(b.version, a.version));

/** Whether a version that does not run may be started: a pre-release runs in no cluster. */
export const startable = (version: Version): boolean =>
  isPublished(version) && version.kind !== 'pre-release' && version.status !== 'running';

/** The number a publication will get; undefined for a kind that cannot follow. The first one is 1.0.0. */
export function nextNumber(versions: readonly Version[], kind: VersionKind): string | undefined {
  const next = nextVersion(publishedVersions(versions)[0]?.version, kind);
  return next.ok ? next.value : undefined;
}

/** Kinds that can follow, in the order they are offered; the first publication has no choice but a release or a trial. */
export function possibleKinds(versions: readonly Version[]): readonly VersionKind[] {
  if (publishedVersions(versions).length === 0) return ['major', 'pre-release'];
  return (['minor', 'patch', 'major', 'pre-release', 'release'] as const satisfies readonly VersionKind[]).filter(
    (kind) => versionKinds.includes(kind) && nextNumber(versions, kind) !== undefined,
  );
}

/** The newest of the running versions. */
export const runningVersion = (versions: readonly Version[]): Version | undefined => versions.find((each) => each.status === 'running');

/** A cluster with the version that should run there. */
export interface Placement {
  readonly clusterId: string;
  readonly version: Version;
}

/** Where something of the pipeline runs: each cluster once. */
export const placements = (versions: readonly Version[]): readonly Placement[] =>
  versions.filter(({ status }) => status === 'running').flatMap((version) => version.clusters.map((clusterId) => ({ clusterId, version })));

/** What a placed version can be brought to: the highest number, unless that is a pre-release or runs there already. */
export function updateOf({ version }: Placement, versions: readonly Version[]): Version | undefined {
  const newest = publishedVersions(versions).find(({ kind }) => kind !== 'pre-release');
  return newest && compareVersions(newest.version, version.version) > 0 ? newest : undefined;
}

/** The version to go back to from this one: the last published before it that ran, or runs elsewhere. */
export const versionBefore = (version: Version, versions: readonly Version[]): Version | undefined =>
  versions
    .filter(
      ({ status, kind, createdAt }) =>
        (status === 'archived' || status === 'running') && kind !== 'pre-release' && createdAt < version.createdAt,
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)[0];

/** What starting a version in these clusters does. Ids of clusters. */
export interface Consequence {
  readonly starts: readonly string[];
  readonly replaces: readonly { readonly version: string; readonly clusterIds: readonly string[] }[];
  /** Clusters that are not chosen go on as they are. */
  readonly stays: readonly { readonly version: string; readonly clusterIds: readonly string[] }[];
}

export function consequence(versions: readonly Version[], chosen: readonly string[]): Consequence {
  const placed = placements(versions);
  const byVersion = (list: readonly Placement[]) =>
    [...Map.groupBy(list, ({ version }) => version.version)].map(([version, each]) => ({
      version,
      clusterIds: each.map(({ clusterId }) => clusterId),
    }));
  return {
    starts: chosen.filter((id) => !placed.some(({ clusterId }) => clusterId === id)),
    replaces: byVersion(placed.filter(({ clusterId }) => chosen.includes(clusterId))),
    stays: byVersion(placed.filter(({ clusterId }) => !chosen.includes(clusterId))),
  };
}

/** A listener that is open beyond its own cluster: in these, for as long as a version that reads it runs there. */
export interface OpenElsewhere {
  readonly listener: string;
  readonly clusterIds: readonly string[];
}

/** The listeners that a version of this document needs in chosen clusters that are not theirs. */
export function openElsewhere(
  { nodes }: PipelineDocument,
  listeners: readonly Pick<Listener, 'id' | 'name' | 'clusterId'>[],
  chosen: readonly string[],
): readonly OpenElsewhere[] {
  const read = new Set(nodes.flatMap((node) => (node.kind === 'label' ? [node.listenerId] : [])));
  return listeners
    .filter(({ id }) => read.has(id))
    .map(({ name, clusterId }) => ({ listener: name, clusterIds: chosen.filter((id) => id !== clusterId) }))
    .filter(({ clusterIds }) => clusterIds.length > 0);
}
