import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type { OpeningAnswer, OpeningRequest, Report, WorkerLog } from '@acequia/contract/fleet';
import type { Database, GateDb, TenantTx } from '../db/database.ts';
import {
  clusters,
  dispatch,
  enrolments,
  ledgerMinutes,
  listenerBinds,
  listeners,
  tenantClusters,
  tenants,
  workerLogs,
  workerNonces,
  workers,
} from '../db/schema/index.ts';

export type WorkerRow = typeof workers.$inferSelect;

export const insertEnrolment = (gate: GateDb, row: typeof enrolments.$inferInsert) => gate.insert(enrolments).values(row);

/** Takes a token away if it still lasts; the cluster it was made for. */
export async function spendEnrolment(gate: GateDb, tokenHash: Buffer, now: number): Promise<string | undefined> {
  const rows = await gate
    .delete(enrolments)
    .where(and(eq(enrolments.tokenHash, tokenHash), gt(enrolments.expiresAt, now)))
    .returning({ clusterId: enrolments.clusterId });
  return rows[0]?.clusterId;
}

/** The worker with these keys, in the cluster of a token that still lasts or joined with the token that is spent. */
export async function findJoined(
  gate: GateDb,
  { signingKey, sealingKey }: Pick<WorkerRow, 'signingKey' | 'sealingKey'>,
  by: { readonly clusterId: string | undefined; readonly tokenHash: Buffer },
): Promise<WorkerRow | undefined> {
  const rows = await gate
    .select()
    .from(workers)
    .where(
      and(
        eq(workers.signingKey, signingKey),
        eq(workers.sealingKey, sealingKey),
        eq(workers.revoked, false),
        by.clusterId === undefined ? eq(workers.joinedWith, by.tokenHash) : eq(workers.clusterId, by.clusterId),
      ),
    );
  return rows[0];
}

export const noteToken = (gate: GateDb, id: string, tokenHash: Buffer) =>
  gate.update(workers).set({ joinedWith: tokenHash }).where(eq(workers.id, id));

/** Workers of a cluster, locked. */
export const lockWorkers = (gate: GateDb, clusterId: string) =>
  gate.select().from(workers).where(eq(workers.clusterId, clusterId)).for('update');

/** With its log, and what it said of its parts. */
export const deleteWorkers = (gate: GateDb, ids: readonly string[]) => gate.delete(workers).where(inArray(workers.id, [...ids]));

/** With its workers and tokens. Breaks a foreign key while a listener or a version is in it. */
export const deleteCluster = (gate: GateDb, id: string) => gate.delete(clusters).where(eq(clusters.id, id));

/** A silent worker of the same name is taken for its former self and revoked; gives the ids of those. */
export async function insertWorker(gate: GateDb, row: typeof workers.$inferInsert, silentBefore: number): Promise<readonly string[]> {
  const revoked = await gate
    .update(workers)
    .set({ revoked: true })
    .where(
      and(
        eq(workers.clusterId, row.clusterId),
        eq(workers.name, row.name),
        lt(sql`coalesce(${workers.lastSeenAt}, ${workers.createdAt})`, silentBefore),
      ),
    )
    .returning({ id: workers.id });
  await gate.insert(workers).values(row);
  return revoked.map(({ id }) => id);
}

/** The log that the worker holds; `row` when it has none yet. However often it is asked for at once, it is the same one. */
export async function holdLog(gate: GateDb, row: typeof workerLogs.$inferInsert): Promise<WorkerLog> {
  return gate.transaction(async (tx) => {
    await tx.execute(sql`select 1 from ${workers} where id = ${row.workerId} for update`);
    const columns = { id: workerLogs.id, number: workerLogs.number };
    const held = await tx
      .select(columns)
      .from(workerLogs)
      .where(eq(workerLogs.workerId, row.workerId))
      .orderBy(desc(workerLogs.number))
      .limit(1);
    return (held[0] ?? (await tx.insert(workerLogs).values(row).returning(columns))[0]!) as WorkerLog;
  });
}

/**
 * The number with which a start of the worker opens its log, higher than any given before, and the epoch that makes requests of
 * earlier starts worthless. `taken`: the log was opened with a number that another start has, or a lower one. `absent`: not its log.
 */
export async function agreeOpening(
  gate: GateDb,
  workerId: string,
  { log, number, begun, start }: OpeningRequest,
): Promise<OpeningAnswer | 'taken' | 'absent'> {
  return gate.transaction(async (tx) => {
    await tx.execute(sql`select 1 from ${workers} where id = ${workerId} for update`);
    const isOwn = and(eq(workerLogs.id, log), eq(workerLogs.workerId, workerId));
    const [held] = await tx.select({ opened: workerLogs.opened, openedBy: workerLogs.openedBy }).from(workerLogs).where(isOwn);
    if (!held) return 'absent';
    if (begun && (number < held.opened || (number === held.opened && start !== held.openedBy))) return 'taken';
    const agreed = begun ? number : Math.max(held.opened + 1, number);
    await tx.update(workerLogs).set({ opened: agreed, openedBy: start }).where(isOwn);
    const rows = await tx
      .update(workers)
      .set({ epoch: sql`${workers.epoch} + 1` })
      .where(eq(workers.id, workerId))
      .returning({ epoch: workers.epoch });
    return { number: agreed, epoch: rows[0]!.epoch };
  });
}

export const markCopied = (gate: GateDb, workerId: string, now: number) =>
  gate.update(workers).set({ copiedAt: now }).where(eq(workers.id, workerId));

export async function findWorker(gate: GateDb, id: string): Promise<WorkerRow | undefined> {
  const rows = await gate.select().from(workers).where(eq(workers.id, id));
  return rows[0];
}

/** A newer start of the worker makes the nonces of older ones worthless. */
export async function advanceEpoch(gate: GateDb, id: string, epoch: number): Promise<void> {
  await gate
    .update(workers)
    .set({ epoch })
    .where(and(eq(workers.id, id), lt(workers.epoch, epoch)));
  await gate.delete(workerNonces).where(and(eq(workerNonces.workerId, id), lt(workerNonces.epoch, epoch)));
}

/** False when this nonce was used before. */
export async function spendNonce(gate: GateDb, workerId: string, nonce: string, epoch: number): Promise<boolean> {
  const rows = await gate
    .insert(workerNonces)
    .values({ workerId, nonce, epoch })
    .onConflictDoNothing()
    .returning({ nonce: workerNonces.nonce });
  return rows.length > 0;
}

/** Whether a report of the worker with this number or a higher one was stored. */
export async function hasReported(gate: GateDb, id: string, report: number): Promise<boolean> {
  const rows = await gate
    .select({ id: workers.id })
    .from(workers)
    .where(and(eq(workers.id, id), gte(workers.lastReport, report)));
  return rows.length > 0;
}

/** False when a report with this number or a higher one was stored before. */
export async function writeReport(gate: GateDb, id: string, report: Report, now: number): Promise<boolean> {
  const rows = await gate
    .update(workers)
    .set({
      lastReport: report.report,
      lastSeenAt: now,
      silent: false,
      vitals: report.vitals,
      deployment: report.deployment?.hash ?? null,
      ...(report.hello
        ? { version: report.hello.version, components: report.hello.components, readRoots: report.hello.readRoots ?? null }
        : {}),
    })
    .where(and(eq(workers.id, id), lt(workers.lastReport, report.report)))
    .returning({ id: workers.id });
  return rows.length > 0;
}

/** Workers that have become silent since the last look, marked. */
export async function markSilent(gate: GateDb, silentBefore: number): Promise<{ readonly id: string; readonly clusterId: string }[]> {
  return gate
    .update(workers)
    .set({ silent: true })
    .where(and(eq(workers.silent, false), eq(workers.revoked, false), lt(workers.lastSeenAt, silentBefore)))
    .returning({ id: workers.id, clusterId: workers.clusterId });
}

export async function readTenants(gate: GateDb, clusterId: string): Promise<string[]> {
  const rows = await gate
    .select({ tenantId: tenantClusters.tenantId })
    .from(tenantClusters)
    .where(eq(tenantClusters.clusterId, clusterId))
    .orderBy(tenantClusters.tenantId);
  return rows.map((row) => row.tenantId);
}

export async function findCluster(gate: GateDb, id: string) {
  const rows = await gate.select().from(clusters).where(eq(clusters.id, id));
  return rows[0];
}

export async function readClusterNamed(gate: GateDb, name: string) {
  const rows = await gate.select({ id: clusters.id }).from(clusters).where(eq(clusters.name, name));
  return rows[0];
}

export async function readClusterIds(gate: GateDb): Promise<string[]> {
  const rows = await gate.select({ id: clusters.id }).from(clusters).orderBy(clusters.createdAt);
  return rows.map((row) => row.id);
}

export const insertCluster = (gate: GateDb, row: typeof clusters.$inferInsert) => gate.insert(clusters).values(row).onConflictDoNothing();

/** Says what holds of a cluster from now on; returns whether that is something else than before. */
export async function updateCluster(
  gate: GateDb,
  id: string,
  change: Pick<typeof clusters.$inferInsert, 'host' | 'portFrom' | 'portTo' | 'fileRoots'>,
): Promise<boolean> {
  const before = await findCluster(gate, id);
  const same = before && Object.entries(change).every(([name, value]) => isDeepStrictEqual(before[name as keyof typeof change], value));
  if (!before || same) return false;
  await gate.update(clusters).set(change).where(eq(clusters.id, id));
  return true;
}

/** Ports that listeners of a cluster have, in every tenant. */
export async function readClusterPorts(database: Database, clusterId: string) {
  const found: { readonly port: number; readonly name: string; readonly tenant: string }[] = [];
  for (const { id, name: tenant } of await database.gate.select({ id: tenants.id, name: tenants.name }).from(tenants)) {
    const rows = await database.withTenant(id, (tx) =>
      tx
        .select({ port: listenerBinds.port, name: listeners.name })
        .from(listenerBinds)
        .innerJoin(listeners, eq(listeners.id, listenerBinds.listenerId))
        .where(eq(listenerBinds.clusterId, clusterId)),
    );
    found.push(...rows.map((row) => ({ ...row, tenant })));
  }
  return found;
}

export const letEveryTenantUse = (gate: GateDb, clusterId: string) =>
  gate.execute(sql`insert into ${tenantClusters} (tenant_id, cluster_id) select id, ${clusterId} from ${tenants}`);

/** Counters of whole minutes of one cluster's worker; of two values for one minute that of the higher report stays. */
export async function upsertLedger(tx: TenantTx, rows: readonly (typeof ledgerMinutes.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ledgerBatch) {
    await tx
      .insert(ledgerMinutes)
      .values(rows.slice(at, at + ledgerBatch))
      .onConflictDoUpdate({
        target: [
          ledgerMinutes.tenantId,
          ledgerMinutes.at,
          ledgerMinutes.scope,
          ledgerMinutes.objectId,
          ledgerMinutes.versionId,
          ledgerMinutes.node,
          ledgerMinutes.workerId,
          ledgerMinutes.generation,
        ],
        set: {
          clusterId: sql`excluded.cluster_id`,
          counts: sql`excluded.counts`,
          report: sql`excluded.report`,
          datasinkId: sql`excluded.datasink_id`,
          writtenAt: sql`excluded.written_at`,
        },
        setWhere: sql`excluded.report > ${ledgerMinutes.report}`,
      });
  }
}

const ledgerBatch = 500;

/** Of a cluster that is removed: who might use it, after the removal nobody knows. */
export const insertClusterChangeFor = (gate: GateDb, tenantIds: readonly string[], clusterId: string, at: number) =>
  tenantIds.length === 0
    ? Promise.resolve()
    : gate.insert(dispatch).values(tenantIds.map((tenantId) => ({ tenantId, entity: 'cluster', objectId: clusterId, at })));

/** A cluster belongs to no tenant: everyone who may use it hears of the change. */
export const insertClusterChange = (gate: GateDb, clusterId: string, at: number) =>
  gate.insert(dispatch).values({ tenantId: null, entity: 'cluster', objectId: clusterId, at });
