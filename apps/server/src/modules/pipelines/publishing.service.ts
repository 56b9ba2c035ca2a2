import { AppError, createId, type Random } from '@acequia/base';
import type { Version } from '@acequia/contract';
import { isPublished, nextVersion, type VersionKind } from '@acequia/domain';
import { publishBlockers, startBlockers, validate, type PipelineDocument } from '@acequia/pipeline';
import { orderWorkers } from '../../dispatch/worker-orders.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { missingComponents, requireCluster } from '../clusters/clusters.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { documentReferences } from './document-references.ts';
import { draftConflict, type PipelineAccess } from './drafts.service.ts';
import { newest, presentVersion } from './pipelines.present.ts';
import {
  deleteVersion,
  findVersionRow,
  insertVersion,
  readHeads,
  readVersionClusters,
  replaceVersionClusters,
  takeClusters,
  updateHead,
  writeApplied,
  type VersionHead,
  type VersionRow,
} from './pipelines.store.ts';
import { readPlacements } from './placements.ts';
import { assertRoots } from './cluster-roots.service.ts';
import { readSurroundings, type SurroundingsDeps } from './surroundings.ts';

export interface Publishing {
  /**
   * The draft becomes an immutable version that replaces what runs on the chosen clusters; a pre-release goes to no cluster. A revision is
   * published once. The same request again is answered with the version it made while that one runs as it was asked for. Throws
   * ACQ-CONFLICT when that revision was published otherwise, or the draft was saved since.
   */
  publishVersion(
    scope: TenantScope,
    input: {
      readonly id: string;
      readonly revision: number;
      readonly kind: VersionKind;
      readonly versionName: string;
      readonly clusterIds: readonly string[];
      /** Why it is published although saved tests do not pass; kept in the activity log. */
      readonly anyway?: string | undefined;
    },
  ): Promise<Version>;
  /** Also the retry of a version that its workers refused. */
  startVersion(
    scope: TenantScope,
    input: { readonly id: string; readonly version: string; readonly clusterIds: readonly string[] },
  ): Promise<Version>;
  stopVersion(
    scope: TenantScope,
    input: { readonly id: string; readonly version: string; readonly clusterIds: readonly string[] },
  ): Promise<Version>;
  /** That the clusters can run a published version again, now that its surroundings may have changed; throws what stands in the way. */
  assertRunnable(scope: TenantScope, document: PipelineDocument, clusterIds: readonly string[]): Promise<void>;
}

export interface PublishingDeps extends SurroundingsDeps {
  readonly random: Random;
  /** In the transaction that makes a draft of this revision a version: what was kept with the draft goes with it. */
  readonly onPublish: (
    scope: TenantScope,
    published: { readonly pipelineId: string; readonly revision: number; readonly versionId: string },
  ) => Promise<void>;
}

export function createPublishing(deps: PublishingDeps & PipelineAccess): Publishing {
  const { require, draftOf, random } = deps;
  const requireVersion = async (scope: TenantScope, id: string, version: string): Promise<VersionRow> => {
    const { name } = await require(scope, id);
    const row = await findVersionRow(scope.tx, id, version);
    if (!row || !isPublished(row)) throw new AppError('WEB-10008', { fields: { version } });
    scope.subject(versionSubject(name, row));
    return row;
  };
  const present = async (scope: TenantScope, pipelineId: string, versionId: string): Promise<Version> => {
    const row = (await readHeads(scope.tx, pipelineId)).find((head) => head.id === versionId)!;
    return presentVersion(row, await readPlacements(scope), await memberNames(scope));
  };
  /** Makes a version run on clusters: others of the pipeline leave them, and are archived when none is left. Resolves to the ids of those others. */
  const place = async (
    scope: TenantScope,
    pipelineId: string,
    versionId: string,
    clusterIds: readonly string[],
    startedAt: number | null,
  ) => {
    const left = await takeClusters(scope.tx, pipelineId, versionId, clusterIds);
    const still = await readVersionClusters(scope.tx);
    const replaced = left.filter((id) => !still.has(id));
    for (const id of replaced)
      await updateHead(scope.tx, id, { status: 'archived', reason: null, updatedAt: scope.now, updatedBy: scope.userId });
    await replaceVersionClusters(scope.tx, scope.tenantId, versionId, clusterIds, startedAt);
    await writeChange(scope, 'version', versionId, ...left);
    await writeChange(scope, 'pipeline', pipelineId);
    return left;
  };
  return {
    assertRunnable: (scope, document, clusterIds) => assertRunnable(scope, deps, document, clusterIds, 'published'),
    publishVersion: async (scope, input) => {
      const pipeline = await require(scope, input.id);
      const draft = await draftOf(scope, pipeline);
      const preRelease = input.kind === 'pre-release';
      const clusterIds = preRelease ? [] : [...new Set(input.clusterIds)];
      const last = newest(await readHeads(scope.tx, pipeline.id));
      if (draft.revision !== input.revision) {
        const made = last && draft.revision === last.revision + 1 && (await isPublication(scope, last, { ...input, clusterIds }));
        if (made) return present(scope, pipeline.id, last.id);
        throw draftConflict(draft, (await memberNames(scope))(draft.updatedBy));
      }
      await assertRunnable(scope, deps, draft.document, clusterIds, preRelease ? 'pre-release' : 'new');
      const number = nextVersion(last?.version, input.kind);
      if (!number.ok) throw new AppError('ACQ-NOT-PUBLISHABLE', { fields: { problem: number.error } });
      const stamps = { createdAt: scope.now, updatedAt: scope.now, createdBy: scope.userId, updatedBy: scope.userId };
      const row: VersionRow = {
        ...draft,
        ...stamps,
        id: createId('version', random),
        version: number.value,
        versionName: input.versionName,
        kind: input.kind,
        status: preRelease ? 'stopped' : 'running',
        reason: null,
      };
      await deleteVersion(scope.tx, draft.id);
      await insertVersion(scope.tx, row, documentReferences(row.document, deps.catalogue));
      await deps.onPublish(scope, { pipelineId: pipeline.id, revision: draft.revision, versionId: row.id });
      await place(scope, pipeline.id, row.id, clusterIds, null);
      const published = versionSubject(pipeline.name, row);
      scope.subject(input.anyway === undefined ? published : `${published} · ${input.anyway}`);
      return present(scope, pipeline.id, row.id);
    },
    startVersion: async (scope, input) => {
      const row = await requireVersion(scope, input.id, input.version);
      if (row.kind === 'pre-release') throw new AppError('ACQ-NOT-PUBLISHABLE', { fields: { count: 1, problem: 'pre-release' } });
      const clusterIds = [...new Set(input.clusterIds)];
      await assertRunnable(scope, deps, row.document, clusterIds, 'published');
      await updateHead(scope.tx, row.id, { status: 'running', reason: null, updatedAt: scope.now, updatedBy: scope.userId });
      const kept = row.status === 'running' ? ((await readVersionClusters(scope.tx)).get(row.id) ?? []) : [];
      for (const start of kept.filter(({ clusterId }) => clusterIds.includes(clusterId))) {
        await writeApplied(scope.tx, { ...start, versionId: row.id }, false);
        // A version that a cluster should run already: its workers are to try once more.
        await orderWorkers(scope, [{ type: 'deploy-again', clusterId: start.clusterId }]);
      }
      const wanted = new Set([...kept.map(({ clusterId }) => clusterId), ...clusterIds]);
      const replaced = await place(scope, input.id, row.id, [...wanted], scope.now);
      const heads = await readHeads(scope.tx, input.id);
      const isRollback = heads.some(({ id, createdAt }) => replaced.includes(id) && createdAt > row.createdAt);
      if (isRollback) scope.subject(versionSubject((await require(scope, input.id)).name, row), 'rollBack');
      return present(scope, input.id, row.id);
    },
    stopVersion: async (scope, input) => {
      const row = await requireVersion(scope, input.id, input.version);
      const left = (await readPlacements(scope)).clustersOf(row.id).filter((id) => !input.clusterIds.includes(id));
      if (row.status === 'running') {
        await replaceVersionClusters(scope.tx, scope.tenantId, row.id, left, null);
        if (left.length === 0)
          await updateHead(scope.tx, row.id, { status: 'stopped', reason: null, updatedAt: scope.now, updatedBy: scope.userId });
        await writeChange(scope, 'version', row.id);
        await writeChange(scope, 'pipeline', input.id);
      }
      return present(scope, input.id, row.id);
    },
  };
}

/** Whether a version is what a request asks for: the same revision, kind and name, on the same clusters. */
async function isPublication(
  scope: TenantScope,
  version: VersionHead,
  asked: Pick<Parameters<Publishing['publishVersion']>[1], 'revision' | 'kind' | 'versionName' | 'clusterIds'>,
): Promise<boolean> {
  const { revision, kind, versionName, status } = version;
  if (revision !== asked.revision || kind !== asked.kind || versionName !== asked.versionName) return false;
  const runsOn = ((await readVersionClusters(scope.tx)).get(version.id) ?? []).map(({ clusterId }) => clusterId);
  const onThose = runsOn.length === asked.clusterIds.length && runsOn.every((id) => asked.clusterIds.includes(id));
  return onThose && status === (kind === 'pre-release' ? 'stopped' : 'running');
}

/** The rules of catalogue 2.2, and what the clusters can run. */
async function assertRunnable(
  scope: TenantScope,
  deps: PublishingDeps,
  document: PipelineDocument,
  clusterIds: readonly string[],
  version: 'new' | 'pre-release' | 'published',
): Promise<void> {
  if (clusterIds.length === 0 && version !== 'pre-release') throw new AppError('ACQ-NO-CLUSTER');
  const validation = validate(document, await readSurroundings(scope, deps));
  const blockers = version === 'published' ? startBlockers(validation) : publishBlockers(validation);
  const [first] = blockers;
  if (first) {
    const { code, node = '', path = '', fault = '' } = first;
    throw new AppError('ACQ-NOT-PUBLISHABLE', { fields: { count: blockers.length, problem: code, node, path, fault } });
  }
  const needed = document.nodes.flatMap((node) =>
    node.kind === 'label' ? [] : [{ component: `${node.kind}:${node.component}`, version: node.version }],
  );
  for (const clusterId of clusterIds) {
    await requireCluster(scope, clusterId);
    const lacking = await missingComponents(scope, clusterId, needed);
    if (lacking.length > 0) throw new AppError('ACQ-COMPONENT-MISSING', { fields: { component: lacking.join(', '), clusterId } });
  }
  await assertRoots(scope, deps, document, clusterIds);
}

const versionSubject = (pipeline: string, { version }: Pick<VersionRow, 'version'>): string => `${pipeline} v${version}`;
