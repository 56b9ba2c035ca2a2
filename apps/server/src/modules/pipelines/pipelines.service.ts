import { AppError, createId, type Random } from '@acequia/base';
import type { DocumentVersion, Pipeline, Reason, RemovedObject, Version } from '@acequia/contract';
import { emptyDocument, type PipelineDocument } from '@acequia/pipeline';
import { brokenConstraint } from '../../db/constraint.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { objectStatuses } from '../health/object-statuses.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { readRemoved } from './dependents.store.ts';
import { documentReferences } from './document-references.ts';
import { createDrafts, type Drafts } from './drafts.service.ts';
import { createPublishing, type Publishing, type PublishingDeps } from './publishing.service.ts';
import { draftVersion, inStatusOrder, newest, presentDocument, presentPipeline, presentVersion } from './pipelines.present.ts';
import {
  deletePipeline,
  findPipelineRow,
  lockPipelineRow,
  findVersionRow,
  insertPipeline,
  insertVersion,
  readHeads,
  readPipelines,
  readReferences,
  updateHead,
  updatePipeline,
  readVersionClusters,
  writeApplied,
  type PipelineRow,
  type VersionRow,
} from './pipelines.store.ts';
import { readPlacements } from './placements.ts';

interface PipelineText {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
}

export interface PipelinesService extends Publishing, Drafts {
  list(scope: TenantScope): Promise<Pipeline[]>;
  find(scope: TenantScope, id: string): Promise<Pipeline>;
  /** Keeps others from changing it, or what is counted of it, until the transaction ends. */
  hold(scope: TenantScope, id: string): Promise<void>;
  create(scope: TenantScope, input: PipelineText & { readonly document?: PipelineDocument | undefined }): Promise<Pipeline>;
  update(scope: TenantScope, input: PipelineText & { readonly id: string }): Promise<Pipeline>;
  remove(scope: TenantScope, id: string): Promise<Record<never, never>>;
  listVersions(scope: TenantScope, id: string): Promise<Version[]>;
  getVersion(scope: TenantScope, id: string, version: string): Promise<DocumentVersion>;
  /** What versions of the pipeline refer to that was deleted, by its last name. */
  listRemoved(scope: TenantScope, id: string): Promise<RemovedObject[]>;
  /** A worker's word on the running versions of its cluster, by version id. */
  report(
    scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>,
    clusterId: string,
    versions: ReadonlyMap<string, VersionReport>,
  ): Promise<void>;
}

/** What a worker says of one start of a version. */
export interface VersionReport {
  /** Of the deployment by which it speaks; null: the version has not been started since it was published. */
  readonly startedAt: number | null;
  /** Whether it runs the version; undefined while it has not come to it yet. */
  readonly applied: boolean | undefined;
  /** Why it refuses the version, or what a person must do for it; null when all is well. */
  readonly reason: Reason | null;
}

export function createPipelinesService(deps: PublishingDeps & { readonly random: Random }): PipelinesService {
  const { catalogue, random } = deps;
  const present = async (scope: TenantScope, rows: readonly PipelineRow[]): Promise<Pipeline[]> => {
    const heads = await readHeads(scope.tx, rows.length === 1 ? rows[0]?.id : undefined);
    const facts = {
      heads,
      placements: await readPlacements(scope),
      references: await readReferences(
        scope.tx,
        heads.map((each) => each.id),
      ),
      names: await memberNames(scope),
      statusOf: await objectStatuses(scope),
    };
    return rows.map((row) => presentPipeline(row, facts));
  };
  const presentOne = async (scope: TenantScope, row: PipelineRow) => (await present(scope, [row]))[0]!;
  const requireBy =
    (find: typeof findPipelineRow) =>
    async (scope: TenantScope, id: string): Promise<PipelineRow> => {
      const row = await find(scope.tx, id);
      if (!row) throw new AppError('WEB-10008');
      scope.subject(row.name);
      return row;
    };
  /** For a read, and for a change. */
  const [look, require] = [requireBy(findPipelineRow), requireBy(lockPipelineRow)];
  /** The stored draft, or an unsaved one of the newest version: the revision after the one that was published. */
  const draftOf = async (scope: TenantScope, pipeline: PipelineRow): Promise<VersionRow> => {
    const stored = await findVersionRow(scope.tx, pipeline.id, draftVersion);
    if (stored) return stored;
    const top = newest(await readHeads(scope.tx, pipeline.id));
    const base = top && (await findVersionRow(scope.tx, pipeline.id, top.version));
    const { tenantId, createdAt, updatedAt, createdBy, updatedBy } = base ?? pipeline;
    return {
      tenantId,
      id: pipeline.id.replace(/^PL_/, 'PV_'),
      pipelineId: pipeline.id,
      version: draftVersion,
      versionName: '',
      kind: null,
      status: 'draft',
      document: base?.document ?? emptyDocument,
      revision: base ? base.revision + 1 : 0,
      reason: null,
      createdAt,
      updatedAt,
      createdBy,
      updatedBy,
    };
  };
  return {
    list: async (scope) => present(scope, await readPipelines(scope.tx)),
    find: async (scope, id) => presentOne(scope, await look(scope, id)),
    hold: async (scope, id) => void (await require(scope, id)),
    create: async (scope, input) => {
      const stamps = { createdAt: scope.now, updatedAt: scope.now, createdBy: scope.userId, updatedBy: scope.userId };
      const row: PipelineRow = {
        tenantId: scope.tenantId,
        id: createId('pipeline', random),
        name: input.name,
        description: input.description,
        tags: input.tags,
        ...stamps,
      };
      await insertPipeline(scope.tx, row).catch(asNameTaken);
      const document = input.document ?? emptyDocument;
      await insertVersion(
        scope.tx,
        { ...(await draftOf(scope, row)), document, revision: 1, ...stamps },
        documentReferences(document, catalogue),
      );
      await writeChange(scope, 'pipeline', row.id);
      return presentOne(scope, row);
    },
    update: async (scope, input) => {
      const before = await require(scope, input.id);
      const row: PipelineRow = {
        ...before,
        name: input.name,
        description: input.description,
        tags: input.tags,
        updatedAt: scope.now,
        updatedBy: scope.userId,
      };
      await updatePipeline(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'pipeline', row.id);
      return presentOne(scope, row);
    },
    remove: async (scope, id) => {
      await require(scope, id);
      await deletePipeline(scope.tx, id);
      await writeChange(scope, 'pipeline', id);
      return {};
    },
    listVersions: async (scope, id) => {
      await look(scope, id);
      const [heads, placements, names] = [await readHeads(scope.tx, id), await readPlacements(scope), await memberNames(scope)];
      return inStatusOrder(heads).map((row) => presentVersion(row, placements, names));
    },
    getVersion: async (scope, id, version) => {
      const pipeline = await look(scope, id);
      const row = version === draftVersion ? await draftOf(scope, pipeline) : await findVersionRow(scope.tx, id, version);
      if (!row) throw new AppError('WEB-10008', { fields: { version } });
      return presentDocument(row, await readPlacements(scope), await memberNames(scope));
    },
    listRemoved: async (scope, id) => {
      await look(scope, id);
      return readRemoved(scope.tx, id);
    },
    report: async (scope, clusterId, reports) => {
      const clusters = await readVersionClusters(scope.tx);
      for (const head of await readHeads(scope.tx)) {
        const report = reports.get(head.id);
        if (head.status !== 'running' || report === undefined) continue;
        const start = clusters.get(head.id)?.find((each) => each.clusterId === clusterId);
        // It was stopped, or started anew, while this report was on its way.
        if (start?.startedAt !== report.startedAt) continue;
        const placed = report.applied !== undefined && (await writeApplied(scope.tx, { ...start, versionId: head.id }, report.applied));
        const reasoned = JSON.stringify(head.reason) !== JSON.stringify(report.reason);
        if (reasoned) await updateHead(scope.tx, head.id, { reason: report.reason });
        if (placed || reasoned) await writeChange(scope, 'version', head.id);
      }
    },
    ...createDrafts({ ...deps, require, draftOf }),
    ...createPublishing({ ...deps, require, draftOf }),
  };
}

function asNameTaken(error: unknown): never {
  if (brokenConstraint(error) === 'pipelines_name') throw new AppError('WEB-12006', { cause: error, fields: { name: 'taken' } });
  throw error;
}
