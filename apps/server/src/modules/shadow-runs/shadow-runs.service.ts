import { AppError, createId, minuteMs, type Random } from '@acequia/base';
import { shadowEventsMax, shadowRunsMax, type ShadowRun } from '@acequia/contract';
import type { StartShadow } from '@acequia/contract/fleet';
import { publishable, validate, type DeployedLookup, type PipelineDocument, type Surroundings, type Validation } from '@acequia/pipeline';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { lookupsAt } from '../lookups/lookups.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import type { TracesService } from '../traces/traces.service.ts';
import { presentShadow, withoutDifferences } from './shadow-runs.present.ts';
import {
  countRunningShadows,
  findShadow,
  giveShadows,
  insertShadow,
  readShadows,
  updateShadow,
  type NamedShadow,
  type ShadowRow,
} from './shadow-runs.store.ts';

/** A run that is to be begun: its row, and the question for a worker of the listener's cluster. */
export interface PreparedShadow {
  readonly row: ShadowRow;
  readonly question: Omit<StartShadow, 'secrets'>;
  /** Values by id. */
  readonly secrets: Readonly<Record<string, string>>;
}

export interface ShadowRunsService {
  list(scope: TenantScope, pipelineId: string): Promise<ShadowRun[]>;
  find(scope: TenantScope, id: string): Promise<ShadowRun>;
  prepare(
    scope: TenantScope,
    input: { readonly pipelineId: string; readonly revision: number; readonly minutes: number },
  ): Promise<PreparedShadow>;
  /** It ends with what it has seen; nothing happens when it has ended. */
  stop(scope: TenantScope, id: string): Promise<ShadowRun>;
  /** Once a worker has begun. */
  begin(scope: TenantScope, row: ShadowRow): Promise<ShadowRun>;
}

export interface ShadowRunsDeps {
  readonly pipelines: PipelinesService;
  readonly surroundings: (scope: TenantScope) => Promise<Surroundings>;
  readonly traces: Pick<TracesService, 'prepare'>;
  readonly random: Random;
}

export function createShadowRunsService({ pipelines, surroundings, traces, random }: ShadowRunsDeps): ShadowRunsService {
  const present = async (scope: TenantScope, rows: readonly NamedShadow[]): Promise<ShadowRun[]> => {
    const names = await memberNames(scope);
    return rows.map((row) => presentShadow(row, scope.now, names(row.run.createdBy)));
  };
  const find = async (scope: TenantScope, id: string): Promise<ShadowRun> => {
    const row = await findShadow(scope.tx, id);
    if (!row) throw new AppError('ACQ-NOT-FOUND');
    return (await present(scope, [row]))[0]!;
  };
  return {
    list: async (scope, pipelineId) => {
      await pipelines.find(scope, pipelineId);
      return (await present(scope, await readShadows(scope.tx, pipelineId))).map(withoutDifferences);
    },
    find,
    prepare: async (scope, { pipelineId, revision, minutes }) => {
      await pipelines.hold(scope, pipelineId);
      const pipeline = await pipelines.find(scope, pipelineId);
      const draft = await pipelines.getVersion(scope, pipelineId, 'Main');
      if (draft.revision !== revision)
        throw new AppError('ACQ-CONFLICT', { fields: { revision: draft.revision, by: draft.updatedBy, at: draft.updatedAt } });
      if (pipeline.runningVersion === null) throw new AppError('ACQ-SHADOW-NOTHING');
      const running = await pipelines.getVersion(scope, pipelineId, pipeline.runningVersion);
      assertPublishable(validate(draft.document, await surroundings(scope)));
      const listenerId = listenerOf(draft.document);
      if (listenerOf(running.document) !== listenerId) throw new AppError('ACQ-SHADOW-LISTENER');
      if ((await countRunningShadows(scope.tx)) >= shadowRunsMax) throw new AppError('ACQ-SHADOW-MANY', { fields: { max: shadowRunsMax } });
      const before = await traces.prepare(scope, pipelineId, running.document);
      const after = await traces.prepare(scope, pipelineId, draft.document);
      const [clusterId] = after.clusterIds;
      if (!after.listener || clusterId === undefined) throw new AppError('ACQ-SHADOW-LISTENER');
      const row: ShadowRow = {
        tenantId: scope.tenantId,
        id: createId('shadowRun', random),
        pipelineId,
        versionId: null,
        revision,
        againstVersion: running.version,
        clusterId,
        fromMs: scope.now - minutes * minuteMs,
        toMs: scope.now,
        state: 'running',
        reason: null,
        progress: { blocks: 0, blocksDone: 0, events: 0 },
        result: null,
        createdAt: scope.now,
        createdBy: scope.userId,
        heardAt: scope.now,
        stopping: false,
        endedAt: null,
      };
      return {
        row,
        question: {
          do: 'start-shadow',
          id: row.id,
          pipelineId,
          running: running.document,
          draft: draft.document,
          listenerId,
          fromMs: row.fromMs,
          toMs: row.toMs,
          eventsMax: shadowEventsMax,
          lookups: togetherOf(lookupsAt(before.lookups).deployed, lookupsAt(after.lookups).deployed),
        },
        secrets: { ...before.secrets, ...after.secrets },
      };
    },
    stop: async (scope, id) => {
      if (await updateShadow(scope.tx, id, { stopping: true })) await writeChange(scope, 'shadow-run', id);
      return find(scope, id);
    },
    begin: async (scope, row) => {
      await insertShadow(scope.tx, row);
      await writeChange(scope, 'shadow-run', row.id);
      return find(scope, row.id);
    },
  };
}

/** What the draft was tried with belongs to the version it is published as. */
export const keepShadowRuns = (scope: TenantScope, pipelineId: string, revision: number, versionId: string): Promise<unknown> =>
  giveShadows(scope.tx, pipelineId, revision, versionId);

/** Each lookup once, with the versions that either document needs. */
const togetherOf = (before: readonly DeployedLookup[], after: readonly DeployedLookup[]): DeployedLookup[] => [
  ...before.filter(({ id }) => after.every((each) => each.id !== id)),
  ...after.map((each) => {
    const more = before.find(({ id }) => id === each.id)?.versions ?? [];
    return { ...each, versions: [...each.versions, ...more.filter(({ id }) => each.versions.every((version) => version.id !== id))] };
  }),
];

const listenerOf = (document: PipelineDocument): string => document.nodes.find((node) => node.kind === 'label')?.listenerId ?? '';

function assertPublishable(validation: Validation): void {
  if (publishable(validation)) return;
  const errors = validation.problems.filter(({ severity }) => severity === 'error');
  const { code, node = '', fault = '' } = errors[0]!;
  throw new AppError('ACQ-NOT-PUBLISHABLE', { fields: { count: errors.length, problem: code, node, fault } });
}
