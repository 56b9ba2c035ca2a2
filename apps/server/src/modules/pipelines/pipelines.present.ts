import type { DocumentVersion, ObjectStatusView, Pipeline, Version } from '@acequia/contract';
import { compareVersions, isPublished, stateOfSpecification, versionStatuses, type PipelineState } from '@acequia/domain';
import { reasonByName } from '../../http/path-view.ts';
import type { Declared } from '../health/object-statuses.service.ts';
import { presentStamps, type MemberNames } from '../tenants/tenants.service.ts';
import type { PipelineRow, VersionHead, VersionRow } from './pipelines.store.ts';
import type { Placements } from './placements.ts';

/** Name of the draft in routes and lists. */
export const draftVersion = 'Main';

export interface PipelineFacts {
  readonly heads: readonly VersionHead[];
  readonly placements: Placements;
  readonly references: readonly { readonly versionId: string; readonly kind: string; readonly objectId: string }[];
  readonly names: MemberNames;
  readonly statusOf: (object: Declared) => ObjectStatusView;
}

export function presentPipeline(row: PipelineRow, facts: PipelineFacts): Pipeline {
  const heads = facts.heads.filter((each) => each.pipelineId === row.id);
  const running = newest(heads.filter((each) => each.status === 'running'));
  const shown = running ?? heads.find((each) => each.version === draftVersion) ?? newest(heads);
  const named = (kind: string) =>
    facts.references.filter((each) => each.versionId === shown?.id && each.kind === kind).map((each) => each.objectId);
  const clusters = [...new Set(heads.filter((each) => each.status === 'running').flatMap((each) => facts.placements.clustersOf(each.id)))];
  const state = stateOf(heads, clusters, facts.placements.silent);
  const start = running ? facts.placements.startOf(running) : null;
  const declared = start ? stateOfSpecification.start[start] : stateOfSpecification.pipeline[state];
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    ...presentStamps({ ...row, ...lastChangeOf([row, ...heads]) }, facts.names),
    state,
    status: facts.statusOf({ kind: 'pipeline', id: row.id, declared, reason: reasonByName((running ?? shown)?.reason ?? null) }),
    start,
    clusters,
    runningVersion: running?.version ?? null,
    hasDraft: heads.some((each) => each.version === draftVersion),
    listenerIds: named('listener'),
    datasinkIds: named('datasink'),
  };
}

/** Saving and publishing change a version, not the row of the pipeline. */
const lastChangeOf = (all: readonly Pick<VersionHead, 'updatedAt' | 'updatedBy'>[]): Pick<VersionHead, 'updatedAt' | 'updatedBy'> => {
  const { updatedAt, updatedBy } = all.reduce((last, one) => (one.updatedAt > last.updatedAt ? one : last));
  return { updatedAt, updatedBy };
};

function stateOf(heads: readonly VersionHead[], clusters: readonly string[], silent: ReadonlySet<string>): PipelineState {
  if (heads.some((each) => each.status === 'running')) return clusters.some((id) => silent.has(id)) ? 'unknown' : 'running';
  return heads.some((each) => each.status === 'stopped') ? 'stopped' : 'draft';
}

export const presentVersion = (row: VersionHead, placements: Placements, names: MemberNames): Version => ({
  id: row.id,
  version: row.version,
  versionName: row.versionName,
  status: row.status,
  kind: row.kind,
  clusters: [...placements.clustersOf(row.id)],
  reason: row.reason,
  start: placements.startOf(row),
  ...presentStamps(row, names),
});

export const presentDocument = (row: VersionRow, placements: Placements, names: MemberNames): DocumentVersion => ({
  ...presentVersion(row, placements, names),
  document: row.document,
  revision: row.revision,
});

/** The highest number among published versions. */
export const newest = <V extends VersionHead>(rows: readonly V[]): V | undefined =>
  rows
    .filter(isPublished)
    .reduce<V | undefined>((top, row) => (top && compareVersions(top.version, row.version) >= 0 ? top : row), undefined);

/** Running, stopped, draft, archived, autosaved; within each the highest number, and the last saved, first. */
export const inStatusOrder = <V extends VersionHead>(rows: readonly V[]): V[] =>
  [...rows].sort(
    (a, b) =>
      versionStatuses.indexOf(a.status) - versionStatuses.indexOf(b.status) ||
      (isPublished(a) ? compareVersions(b.version, a.version) : b.revision - a.revision),
  );
