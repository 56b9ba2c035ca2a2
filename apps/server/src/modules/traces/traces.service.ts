import { AppError } from '@acequia/base';
import { secretReferences } from '@acequia/component-sdk/definition';
import type { HistoryCursor, TraceResult } from '@acequia/contract';
import type { TraceQuestion } from '@acequia/contract/fleet';
import { sealText } from '@acequia/contract/fleet-crypto';
import type { DeployedListener, PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TraceDesks } from '../../fleet/trace-desks.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { listClusters } from '../clusters/clusters.service.ts';
import { lookupsAt, type LookupHistory, type LookupsService } from '../lookups/lookups.service.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { joinTraces } from './join-traces.ts';
import { findTracedListener } from './traces.store.ts';

/** A document with all a worker needs to run it apart. Holds secrets: never for an answer to a user. */
export interface PreparedTrace {
  readonly tenantId: string;
  readonly pipelineId: string;
  readonly document: PipelineDocument;
  readonly listener: DeployedListener | null;
  readonly clusterIds: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly lookups: LookupHistory;
}

type Question = Extract<TraceQuestion, { do: 'trace' }>;

export interface TracesService {
  /** Reads what the document names, as the tenant has it now. */
  prepare(scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>, pipelineId: string, document: PipelineDocument): Promise<PreparedTrace>;
  /** Asks workers; hold no transaction meanwhile. ACQ-WORKER-AWAY, ACQ-TOO-MANY. */
  run(prepared: PreparedTrace, how: TraceHow): Promise<TraceResult>;
  /** Asks every worker of the clusters for kept events, or those that `next` names; hold no transaction meanwhile. Undefined: it does not answer. ACQ-TOO-MANY. */
  search(
    prepared: PreparedTrace,
    source: Pick<SearchSource, 'count' | 'sinceMs' | 'beforeMs'>,
    next: HistoryCursor | undefined,
  ): Promise<{ readonly workerId: string; readonly result: TraceResult | undefined }[]>;
}

type SearchSource = Extract<Question['source'], { kind: 'search' }>;

export interface TraceHow extends Pick<Question, 'source'> {
  readonly upTo?: string | undefined;
  readonly frozenMs?: number | undefined;
}

export interface TracesDeps {
  readonly catalogue: Catalogue;
  readonly secrets: SecretsService;
  readonly lookups: Pick<LookupsService, 'history'>;
  readonly desks: TraceDesks;
}

export function createTracesService({ catalogue, secrets, lookups, desks }: TracesDeps): TracesService {
  const ask = async (workerId: string, { tenantId, secrets: values, ...prepared }: PreparedTrace, how: TraceHow) => {
    const { deployed } = lookupsAt(prepared.lookups, timeOf(how));
    desks.lent.lend(workerId, deployed);
    const answer = await desks.ask(workerId, tenantId, ({ sealingKey }) => ({
      do: 'trace',
      pipelineId: prepared.pipelineId,
      document: prepared.document,
      listener: prepared.listener,
      source: how.source,
      upTo: how.upTo ?? null,
      frozenMs: how.frozenMs ?? null,
      secrets: Object.keys(values).length === 0 ? null : sealText(JSON.stringify(values), sealingKey),
      lookups: deployed,
    }));
    switch (answer?.did) {
      case 'trace':
        return answer.result;
      case 'busy':
        throw new AppError('ACQ-TOO-MANY');
      case 'absent':
        return faulty('LISTENER_ABSENT');
      case 'fail':
        return faulty('TRACE_FAILED');
      case undefined:
        return undefined;
    }
  };
  return {
    prepare: async (scope, pipelineId, document) => {
      const label = document.nodes.find((node) => node.kind === 'label');
      const found = label && (await findTracedListener(scope.tx, label.listenerId));
      const clusterIds = found ? [found.clusterId] : (await listClusters(scope as TenantScope)).map(({ id }) => id);
      const named = document.nodes.flatMap((node) => {
        if (node.kind !== 'action') return [];
        const schema = catalogue.action(node.component)?.config;
        return schema ? secretReferences(schema, node.config).map(({ id }) => id) : [];
      });
      const values = named.length === 0 ? {} : await secrets.openValues(scope.tx, [...new Set(named)]);
      const tables = await lookups.history(scope.tx, scope.tenantId, document);
      const listener = found?.listener ?? null;
      return { tenantId: scope.tenantId, pipelineId, document, listener, clusterIds, secrets: values, lookups: tables };
    },
    run: async (prepared, how) => {
      const workers = prepared.clusterIds.flatMap((id) => desks.workersOf(id));
      const { source } = how;
      const asked =
        source.kind === 'retained'
          ? workers.map((id) => ask(id, prepared, { ...how, source: { ...source, count: Math.ceil(source.count / workers.length) } }))
          : (source.kind === 'event' ? workers : workers.slice(0, 1)).map((id) => ask(id, prepared, how));
      const results = (await Promise.all(asked)).filter((result) => result !== undefined);
      if (results.length === 0) throw new AppError('ACQ-WORKER-AWAY');
      const result = source.kind === 'event' ? (results.find(({ origin }) => origin !== undefined) ?? results[0]!) : joinTraces(results);
      const { searched } = lookupsAt(prepared.lookups, timeOf(how));
      return searched.length === 0 ? result : { ...result, lookups: searched };
    },
    search: (prepared, source, next) => {
      const here = new Set(prepared.clusterIds.flatMap((id) => desks.workersOf(id)));
      const asked = next ? Object.keys(next) : [...here];
      return Promise.all(
        asked.map(async (workerId) => {
          const from = next?.[workerId];
          const how: TraceHow = { source: { kind: 'search', ...source, ...(from ? { from } : {}) } };
          return { workerId, result: here.has(workerId) ? await ask(workerId, prepared, how) : undefined };
        }),
      );
    },
  };
}

/** Whose events a trace shows: the listener's whose journal they are read from, else those that are saved with the pipeline. */
export const readBy = ({ listener, pipelineId }: PreparedTrace, source: TraceHow['source']): string =>
  listener && source.kind !== 'raw' && source.kind !== 'events' ? listener.id : pipelineId;

/** The time a trace shows, ms since 1970; undefined: now. */
const timeOf = ({ source, frozenMs }: TraceHow): number | undefined => (source.kind === 'event' ? source.receivedMs : frozenMs);

const faulty = (code: string): TraceResult => ({ traces: [], nodes: {}, faults: [{ code }], cut: false });
