import { AppError, createId, minuteMs, type Random } from '@acequia/base';
import type { PreviewSample, PreviewSource, TraceResult } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { brokenConstraint } from '../../db/constraint.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import type { PreparedTrace, TraceHow, TracesService } from '../traces/traces.service.ts';
import {
  countSamples,
  deleteInternal,
  deleteOlderInternals,
  deleteSample,
  findInternal,
  findSample,
  insertInternal,
  insertSample,
  readMaskedNames,
  readSamples,
  type SampleHead,
  type SampleRow,
} from './internal-pipelines.store.ts';
import { sampleEvents } from './sample-events.ts';

export { sampleEvents };

export const internalPipelineMs = 10 * minuteMs;
/** Of one user at a time; an older one gives way. */
export const internalPipelinesMax = 20;
/** Of one pipeline. */
export const samplesMax = 50;

/** Ready to be asked for, outside of the transaction. */
export interface PreparedPreview {
  readonly trace: PreparedTrace;
  readonly how: TraceHow;
}

export interface InternalPipelinesService {
  /** Throws, for a document that names what the tenant does not have, as `assertOwnReferences`. */
  create(
    scope: TenantScope,
    input: {
      readonly pipelineId: string;
      readonly version: string;
      readonly document?: PipelineDocument | undefined;
      readonly source: PreviewSource;
    },
  ): Promise<{ id: string; endsAt: number }>;
  prepare(scope: TenantScope, input: { readonly id: string; readonly node?: string | undefined }): Promise<PreparedPreview>;
  run(prepared: PreparedPreview): Promise<TraceResult>;
  delete(scope: TenantScope, id: string): Promise<Record<never, never>>;
  listSamples(scope: TenantScope, pipelineId: string): Promise<PreviewSample[]>;
  /** Names of the fields that people have hidden in saved samples of the tenant. */
  maskedNames(scope: TenantScope): Promise<string[]>;
  /** With its events. */
  readSample(scope: TenantScope, pipelineId: string, id: string): Promise<SampleRow>;
  saveSample(scope: TenantScope, input: NewSample): Promise<PreviewSample>;
  deleteSample(scope: TenantScope, input: { readonly pipelineId: string; readonly id: string }): Promise<Record<never, never>>;
}

export interface NewSample extends Pick<PreviewSample, 'name' | 'kind' | 'masked'> {
  readonly pipelineId: string;
  readonly texts: readonly string[];
}

export function createInternalPipelinesService(
  pipelines: PipelinesService,
  traces: TracesService,
  assertOwn: (scope: TenantScope, document: PipelineDocument) => Promise<void>,
  random: Random,
): InternalPipelinesService {
  const requireSample = async (scope: TenantScope, pipelineId: string, id: string): Promise<SampleRow> => {
    const row = await findSample(scope.tx, pipelineId, id);
    if (!row) throw new AppError('ACQ-NOT-FOUND');
    return row;
  };
  const sourceOf = async (scope: TenantScope, pipelineId: string, source: PreviewSource): Promise<TraceHow['source']> => {
    if (source.kind === 'retained') return { kind: 'retained', count: source.count, beforeMs: source.until ?? null };
    if (source.kind === 'live')
      return {
        kind: 'retained',
        count: source.count,
        beforeMs: null,
        ...(typeof source.since === 'number' ? { sinceMs: source.since } : {}),
      };
    const { kind, texts } = await requireSample(scope, pipelineId, source.sampleId);
    return kind === 'raw' ? { kind, frames: [...texts] } : { kind, json: [...texts] };
  };
  return {
    create: async (scope, { pipelineId, version, document, source }) => {
      if (source.kind === 'sample') await requireSample(scope, pipelineId, source.sampleId);
      if (document) {
        await pipelines.find(scope, pipelineId);
        await assertOwn(scope, document);
      }
      const tried = document ?? (await pipelines.getVersion(scope, pipelineId, version)).document;
      const id = createId('internalPipeline', random);
      const endsAt = scope.now + internalPipelineMs;
      const { tenantId, userId } = scope;
      await insertInternal(scope.tx, {
        tenantId,
        id,
        userId,
        pipelineId,
        document: tried,
        source: fixed(source, scope.now),
        endsAt,
      }).catch(asPipelineGone);
      await deleteOlderInternals(scope.tx, userId, internalPipelinesMax);
      return { id, endsAt };
    },
    prepare: async (scope, { id, node }) => {
      const row = await findInternal(scope.tx, scope.userId, id, scope.now);
      if (!row) throw new AppError('ACQ-NOT-FOUND');
      const source = await sourceOf(scope, row.pipelineId, row.source);
      return { trace: await traces.prepare(scope, row.pipelineId, row.document), how: { source, upTo: node } };
    },
    run: ({ trace, how }) => traces.run(trace, how),
    delete: async (scope, id) => {
      if (!(await deleteInternal(scope.tx, scope.userId, id))) throw new AppError('ACQ-NOT-FOUND');
      return {};
    },
    listSamples: async (scope, pipelineId) => {
      await pipelines.find(scope, pipelineId);
      const rows = await readSamples(scope.tx, pipelineId);
      const names = await memberNames(scope);
      return rows.map((row) => present(row, names(row.createdBy)));
    },
    maskedNames: (scope) => readMaskedNames(scope.tx),
    readSample: requireSample,
    saveSample: async (scope, { pipelineId, name, kind, texts, masked }) => {
      await pipelines.hold(scope, pipelineId);
      if ((await countSamples(scope.tx, pipelineId)) >= samplesMax) throw new AppError('ACQ-TOO-MANY', { fields: { max: samplesMax } });
      const stored = kind === 'events' ? sampleEvents(texts, masked) : { ok: true as const, value: texts };
      if (!stored.ok) throw new AppError('ACQ-SAMPLE-TEXT', { fields: { line: stored.error } });
      const row: SampleRow = {
        tenantId: scope.tenantId,
        id: createId('previewSample', random),
        pipelineId,
        name,
        kind,
        count: texts.length,
        texts: stored.value,
        masked: kind === 'events' ? masked : [],
        createdAt: scope.now,
        createdBy: scope.userId,
      };
      await insertSample(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'preview-sample', row.id);
      return present(row, (await memberNames(scope))(row.createdBy));
    },
    deleteSample: async (scope, { pipelineId, id }) => {
      await pipelines.find(scope, pipelineId);
      if (!(await deleteSample(scope.tx, pipelineId, id))) throw new AppError('ACQ-NOT-FOUND');
      await writeChange(scope, 'preview-sample', id);
      return {};
    },
  };
}

/** Times that mean the moment it is made. */
function fixed(source: PreviewSource, now: number): PreviewSource {
  if (source.kind === 'retained') return { ...source, until: source.until ?? now };
  return source.kind === 'live' && source.since === 'now' ? { ...source, since: now } : source;
}

const present = ({ id, name, kind, count, masked, createdAt }: SampleHead, createdBy: string): PreviewSample => ({
  id,
  name,
  kind,
  count,
  masked,
  createdAt,
  createdBy,
});

function asPipelineGone(error: unknown): never {
  if (brokenConstraint(error)?.includes('pipeline_id')) throw new AppError('WEB-10008', { cause: error });
  throw error;
}

function asNameTaken(error: unknown): never {
  if (brokenConstraint(error) === 'preview_samples_name') throw new AppError('WEB-12006', { cause: error, fields: { name: 'taken' } });
  throw error;
}
