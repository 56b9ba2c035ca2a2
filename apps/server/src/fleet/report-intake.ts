import type { Clock, Log } from '@acequia/base';
import type { ReplayReport } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import type { Deployment } from '@acequia/pipeline';
import type { Database, TenantTx } from '../db/database.ts';
import { eachTenant } from '../db/each-tenant.ts';
import type { ListenersService } from '../modules/listeners/listeners.service.ts';
import type { PipelinesService, VersionReport } from '../modules/pipelines/pipelines.service.ts';
import type { ReplaysService } from '../modules/replays/replays.service.ts';
import type { ClusterState } from './deployment-builder.ts';
import { hasReported, upsertLedger, writeReport, type WorkerRow } from './fleet.store.ts';

export interface ReportIntake {
  /**
   * Stores what must last of a report: states, reasons, the ledger. `late`, and nothing stored, when this one or a newer one was stored
   * before. Each tenant's part is stored whole or not at all; of a `partial` one some tenants' are missing, and the worker must be made to
   * say everything again, in a report with a higher number: counters are of whole minutes, so that nothing counts twice.
   */
  take(worker: WorkerRow, state: ClusterState, report: Report): Promise<'whole' | 'partial' | 'late'>;
  /** The next report's word on this thing is written again, even when it is what was said before. */
  forget(id: string): void;
}

export interface ReportIntakeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly listeners: ListenersService;
  readonly pipelines: PipelinesService;
  readonly replays: ReplaysService;
  readonly committed: () => void;
}

interface TenantReport {
  readonly listeners: Report['listeners'][number][];
  readonly versions: Map<string, VersionReport>;
  readonly replays: ReplayReport[];
  readonly ledger: Report['ledger'][number][];
}

interface News extends TenantReport {
  /** Under which it is remembered as said. */
  readonly keys: readonly string[];
}

export function createReportIntake({ database, clock, log, listeners, pipelines, replays, committed }: ReportIntakeDeps): ReportIntake {
  /** What was written last, so that a worker that says the same each second costs no statement. */
  const said = new Map<string, string>();
  const newsOf = (workerId: string, part: TenantReport): News => {
    const keys: string[] = [];
    const isNews = (what: string, value: unknown): boolean => {
      const [key, text] = [`${workerId} ${what}`, JSON.stringify(value)];
      if (said.get(key) === text) return false;
      said.set(key, text);
      keys.push(key);
      return true;
    };
    return {
      listeners: part.listeners.filter((each) => isNews(each.id, each)),
      versions: new Map([...part.versions].filter(([id, word]) => isNews(id, word))),
      replays: part.replays.filter((each) => isNews(each.id, each)),
      ledger: part.ledger.filter((row) =>
        isNews(`${row.generation} ${row.scope} ${row.id} ${row.versionId} ${row.node} ${row.minute}`, row.counts),
      ),
      keys,
    };
  };
  const write = async (tx: TenantTx, tenantId: string, worker: WorkerRow, report: Report, part: TenantReport, now: number) => {
    const scope = { tx, tenantId, now };
    for (const { id, revision, state, reason } of part.listeners) await listeners.report(scope, id, revision, state, reason);
    if (part.versions.size > 0) await pipelines.report(scope, worker.clusterId, part.versions);
    for (const replay of part.replays) await replays.report(scope, worker, replay);
    const rows = part.ledger.map((row) => ({
      tenantId,
      workerId: worker.id,
      clusterId: worker.clusterId,
      generation: row.generation,
      scope: row.scope,
      objectId: row.id,
      versionId: row.versionId,
      node: row.node,
      datasinkId: row.datasinkId,
      at: row.minute,
      counts: row.counts,
      report: report.report,
      writtenAt: now,
    }));
    if (rows.length > 0) await upsertLedger(tx, rows);
  };
  const lastTurns = new Map<string, Promise<unknown>>();
  /** A worker's reports one after another: what an older one says must not be written behind a newer one. */
  const inTurn = async <T>(workerId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (lastTurns.get(workerId) ?? Promise.resolve()).then(work, work);
    lastTurns.set(workerId, turn);
    try {
      return await turn;
    } finally {
      if (lastTurns.get(workerId) === turn) lastTurns.delete(workerId);
    }
  };
  const take = async (worker: WorkerRow, state: ClusterState, report: Report): Promise<'whole' | 'partial' | 'late'> => {
    if (await hasReported(database.gate, worker.id, report.report)) return 'late';
    const now = clock.now();
    const parts = divide(state, report);
    const wrote: string[] = [];
    const errors = await eachTenant(parts.keys(), async (tenantId) => {
      const news = newsOf(worker.id, parts.get(tenantId)!);
      if (news.keys.length === 0) return;
      try {
        await database.withTenant(tenantId, (tx) => write(tx, tenantId, worker, report, news, now));
      } catch (error) {
        for (const key of news.keys) said.delete(key);
        throw error;
      }
      if (news.listeners.length + news.versions.size + news.replays.length > 0) wrote.push(tenantId);
    });
    for (const [tenantId, error] of errors)
      log.error({ error, tenantId, worker: worker.id }, 'what a report says of a tenant could not be stored; the worker repeats it');
    if (said.size > saidMax) said.clear();
    const fresh = await writeReport(database.gate, worker.id, report, now);
    if (wrote.length > 0) committed();
    if (!fresh) return 'late';
    return errors.size === 0 ? 'whole' : 'partial';
  };
  return {
    take: async (worker, state, report) => {
      const taken = await inTurn(worker.id, () => take(worker, state, report));
      if (taken === 'late') log.debug({ worker: worker.id, report: report.report }, 'a report came late or twice');
      return taken;
    },
    forget: (id) => {
      for (const key of said.keys()) if (key.endsWith(` ${id}`)) said.delete(key);
    },
  };
}

const saidMax = 200_000;

/** A report's parts by tenant. What belongs to no tenant of the cluster is left out: a worker speaks only for its own cluster. */
function divide(state: ClusterState, report: Report): ReadonlyMap<string, TenantReport> {
  const parts = new Map<string, TenantReport>();
  const partOf = (tenantId: string): TenantReport => {
    const part = parts.get(tenantId) ?? { listeners: [], versions: new Map<string, VersionReport>(), replays: [], ledger: [] };
    parts.set(tenantId, part);
    return part;
  };
  const desired = new Map(state.deployment.listeners.map((listener) => [listener.id, listener]));
  for (const listener of [...report.listeners, ...unstarted(desired, state, report)]) {
    const tenantId = desired.get(listener.id)?.tenantId;
    if (tenantId !== undefined) partOf(tenantId).listeners.push(listener);
  }
  for (const pipeline of state.deployment.pipelines)
    partOf(pipeline.tenantId).versions.set(pipeline.versionId, wordOn(pipeline, state, report));
  for (const replay of report.replays ?? []) if (state.tenants.has(replay.tenantId)) partOf(replay.tenantId).replays.push(replay);
  for (const row of report.ledger) if (state.tenants.has(row.tenantId)) partOf(row.tenantId).ledger.push(row);
  return parts;
}

/** What this deployment met with in a tenant: an earlier one's faults say nothing of it. */
const metWith = ({ deployment }: ClusterState, report: Report, tenantId: string) =>
  report.deployment?.hash === deployment.hash && !report.deployment.pending?.includes(tenantId) ? report.deployment : undefined;

/** Listeners the worker could not even begin with, so that it has no state of theirs to report. */
function unstarted(
  desired: ReadonlyMap<string, Deployment['listeners'][number]>,
  state: ClusterState,
  report: Report,
): readonly Report['listeners'][number][] {
  const told = new Set(report.listeners.map(({ id, revision }) => `${id} ${revision}`));
  return [...desired.values()].flatMap(({ id, tenantId, revision }) => {
    const fault = metWith(state, report, tenantId)?.faults.find((each) => each.kind === 'listener' && each.id === id);
    return fault && !told.has(`${id} ${revision}`) ? [{ id, revision, state: 'error' as const, reason: fault.reason }] : [];
  });
}

/** A worker that has not come to this deployment yet says nothing of its versions' start; what it met with belongs to an earlier one. */
function wordOn(pipeline: Deployment['pipelines'][number], state: ClusterState, report: Report): VersionReport {
  const current = metWith(state, report, pipeline.tenantId);
  const fault = current?.faults.find((each) => each.kind === 'pipeline' && (each.id === pipeline.id || each.id === pipeline.versionId));
  const startedAt = pipeline.startedMs ?? null;
  // A lane that died takes the version up again by itself: the version was not refused.
  if (fault) return { startedAt, applied: fault.reason.code === 'LANE_DIED' ? undefined : false, reason: fault.reason };
  const waiting = report.branches.find((branch) => branch.versionId === pipeline.versionId && branch.state === 'waiting');
  return { startedAt, applied: current ? true : undefined, reason: waiting?.reason ?? null };
}
