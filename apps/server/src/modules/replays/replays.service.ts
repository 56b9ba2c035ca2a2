import { AppError, createId, type Random } from '@acequia/base';
import { parseConfig, type ActionDefinition } from '@acequia/component-sdk/definition';
import { replaysMax, type Replay, type ReplayReport } from '@acequia/contract';
import { isPublished } from '@acequia/domain';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { clusterWorkers } from '../clusters/clusters.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { presentReplay } from './replays.present.ts';
import {
  countRunning,
  endReplay,
  endReplays,
  lockReplayRow,
  insertReplay,
  readParts,
  readReplays,
  upsertPart,
  type NamedReplay,
  type ReplayRow,
} from './replays.store.ts';

export { readWantedReplays } from './replays.store.ts';

/** Stops every replay that runs in the tenant. */
export async function stopAllReplays(scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>): Promise<void> {
  await writeChange(scope, 'replay', ...(await endReplays(scope.tx, scope.now)));
}

/** A time of a listener; ms since 1970, `to` excluded. */
interface ListenerTime {
  readonly listenerId: string;
  readonly from: number;
  readonly to: number;
}

export interface NewReplay extends ListenerTime, Pick<Replay, 'decode' | 'keys' | 'eventsPerSecond'> {
  readonly pipelineId: string;
  /** semver */
  readonly version: string;
}

export interface ReplaysService {
  list(scope: TenantScope): Promise<Replay[]>;
  find(scope: TenantScope, id: string): Promise<Replay>;
  /** Checks the time and the listener; answers with its cluster. */
  prepareEstimate(scope: TenantScope, time: ListenerTime): Promise<{ readonly clusterId: string }>;
  start(scope: TenantScope, input: NewReplay): Promise<Replay>;
  stop(scope: TenantScope, id: string): Promise<Replay>;
  /** A worker's word on a replay of its cluster. The replay has ended when all workers have ended their part, or one has failed. */
  report(
    scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>,
    worker: { id: string; clusterId: string },
    report: ReplayReport,
  ): Promise<void>;
}

export interface ReplaysDeps {
  readonly catalogue: Catalogue;
  readonly listeners: ListenersService;
  readonly pipelines: PipelinesService;
  readonly random: Random;
}

export function createReplaysService({ catalogue, listeners, pipelines, random }: ReplaysDeps): ReplaysService {
  const present = async (scope: TenantScope, rows: readonly NamedReplay[]): Promise<Replay[]> => {
    const names = await memberNames(scope);
    const parts = await readParts(
      scope.tx,
      rows.map(({ replay }) => replay.id),
    );
    const workers = await clusterWorkers(scope, [...new Set(rows.map(({ replay }) => replay.clusterId))]);
    return rows.map((row) => {
      const said = parts.get(row.replay.id) ?? [];
      const own = workers
        .filter(
          ({ id, clusterId, revoked }) => clusterId === row.replay.clusterId && (!revoked || said.some((part) => part.workerId === id)),
        )
        .map(({ id, name, online }) => ({ id, name, online, report: said.find((part) => part.workerId === id)?.report }));
      return presentReplay(row, own, names(row.replay.createdBy));
    });
  };
  const presentOne = async (scope: TenantScope, id: string): Promise<Replay> => {
    const rows = await readReplays(scope.tx, id);
    if (!rows[0]) throw new AppError('ACQ-NOT-FOUND');
    scope.subject(titleOf(rows[0]));
    return (await present(scope, rows))[0]!;
  };
  return {
    list: async (scope) => present(scope, await readReplays(scope.tx)),
    find: presentOne,
    prepareEstimate: async (scope, { listenerId, from, to }) => {
      const { clusterId } = await listeners.find(scope, listenerId);
      assertRange(from, to, scope.now);
      return { clusterId };
    },
    start: async (scope, input) => {
      const { clusterId } = await listeners.find(scope, input.listenerId);
      const version = await pipelines.getVersion(scope, input.pipelineId, input.version);
      if (!isPublished(version)) throw new AppError('WEB-10008', { fields: { version: input.version } });
      assertRange(input.from, input.to, scope.now);
      assertReplayable(version.document, input.listenerId, catalogue);
      await pipelines.assertRunnable(scope, version.document, [clusterId]);
      if ((await countRunning(scope.tx)) >= replaysMax) throw new AppError('ACQ-REPLAY-MANY', { fields: { max: replaysMax } });
      const row: ReplayRow = {
        tenantId: scope.tenantId,
        id: createId('replay', random),
        listenerId: input.listenerId,
        clusterId,
        pipelineId: input.pipelineId,
        versionId: version.id,
        fromMs: input.from,
        toMs: input.to,
        decode: input.decode,
        keys: input.keys,
        eventsPerSecond: input.eventsPerSecond,
        state: 'running',
        reason: null,
        createdAt: scope.now,
        createdBy: scope.userId,
        endedAt: null,
      };
      await insertReplay(scope.tx, row);
      await writeChange(scope, 'replay', row.id);
      return presentOne(scope, row.id);
    },
    stop: async (scope, id) => {
      const row = await lockReplayRow(scope.tx, id);
      if (row?.state === 'running') {
        await endReplay(scope.tx, id, { state: 'stopped', reason: null, endedAt: scope.now });
        await writeChange(scope, 'replay', id);
      }
      return presentOne(scope, id);
    },
    report: async (scope, worker, report) => {
      const row = await lockReplayRow(scope.tx, report.id);
      if (!row || row.clusterId !== worker.clusterId) return;
      await upsertPart(scope.tx, scope.tenantId, worker.id, report);
      if (row.state !== 'running') return;
      const ended = report.state === 'failed' ? 'failed' : (await allEnded(scope, row)) ? 'done' : undefined;
      if (!ended) return;
      await endReplay(scope.tx, row.id, { state: ended, reason: ended === 'failed' ? report.reason : null, endedAt: scope.now });
      await writeChange(scope, 'replay', row.id);
    },
  };
}

async function allEnded(scope: Pick<TenantScope, 'tx' | 'now'>, row: ReplayRow): Promise<boolean> {
  const said = (await readParts(scope.tx, [row.id])).get(row.id) ?? [];
  const workers = (await clusterWorkers(scope, [row.clusterId])).filter(({ revoked }) => !revoked);
  return workers.every(({ id }) => (said.find((part) => part.workerId === id)?.report.state ?? 'running') !== 'running');
}

/** For the activity log; the same in every language. */
const titleOf = ({ replay, listenerName, pipelineName, version }: NamedReplay): string =>
  `${listenerName} → ${pipelineName} ${version} (${replay.id})`;

function assertRange(from: number, to: number, now: number): void {
  const fault = from >= to ? 'before_start' : to > now + clockSkewMs ? 'too_big' : undefined;
  if (fault !== undefined) throw new AppError('ACQ-REPLAY-RANGE', { fields: { to: fault } });
}

/** Clocks of browser and server may differ. */
const clockSkewMs = 60_000;

function assertReplayable(document: PipelineDocument, listenerId: string, catalogue: Catalogue): void {
  const label = document.nodes.find((node) => node.kind === 'label');
  if (label?.listenerId !== listenerId) throw new AppError('ACQ-REPLAY-LISTENER');
  const keyed = document.nodes.find((node) => node.kind === 'action' && remembers(catalogue.action(node.component), node.config));
  if (keyed) throw new AppError('ACQ-REPLAY-KEYED', { fields: { node: keyed.name === '' ? keyed.id : keyed.name } });
}

/** Whether what came before decides what the action does. A configuration that cannot be read is the validation's to refuse. */
function remembers(action: ActionDefinition | undefined, config: unknown): boolean {
  if (action?.state !== 'keyed') return false;
  const parsed = parseConfig(action.config, config);
  return !parsed.ok || (action.remembers?.(parsed.value as never) ?? true);
}
