import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { dayMs } from '@acequia/base';
import type { AlertPriority, AlertSourceType } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';
import { alerts, alertSends, alertSettings } from '../../db/schema/index.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type SettingsRow = typeof alertSettings.$inferSelect;
export type SendRow = typeof alertSends.$inferSelect;

/** Until the end of the transaction nobody else weighs or changes alerts of the tenant: each writes whole rows. */
const lockAlerts = (tx: TenantTx, tenantId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('alerts'), hashtext(${tenantId}))`);

/**
 * Unresolved ones, and those resolved since; of one topic the newest. Besides, of those that were resolved within a day, all whose snooze is
 * still noted. All of the tenant are locked.
 */
export async function readKnown(tx: TenantTx, tenantId: string, resolvedSince: number): Promise<AlertRow[]> {
  await lockAlerts(tx, tenantId);
  const noted = and(isNotNull(alerts.snoozedUntil), gt(alerts.resolvedAt, resolvedSince - dayMs));
  const rows = await tx
    .select()
    .from(alerts)
    .where(or(ne(alerts.state, 'resolved'), gt(alerts.resolvedAt, resolvedSince), noted))
    .orderBy(asc(alerts.firstAt));
  const isOld = ({ state, resolvedAt }: AlertRow): boolean => state === 'resolved' && (resolvedAt ?? 0) <= resolvedSince;
  const newest = new Map<string, AlertRow>();
  for (const row of rows) if (!isOld(row) && newest.get(row.topic)?.state !== 'open') newest.set(row.topic, row);
  return [...newest.values(), ...rows.filter(isOld)];
}

export async function upsertAlerts(tx: TenantTx, rows: readonly AlertRow[]): Promise<void> {
  for (const row of rows)
    await tx
      .insert(alerts)
      .values(row)
      .onConflictDoUpdate({ target: [alerts.tenantId, alerts.id], set: row });
}

export async function deleteAlerts(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(alerts).where(inArray(alerts.id, [...ids]));
}

export const deleteOldAlerts = (tx: TenantTx, before: number) => tx.delete(alerts).where(lt(alerts.resolvedAt, before));

export interface AlertFilter {
  /** What is wrong now, or what was: one that is gone is shown as resolved before people are told so. */
  readonly state: 'open' | 'resolved';
  readonly priority: readonly AlertPriority[];
  readonly source: readonly AlertSourceType[];
  /** Among the open ones alone. */
  readonly snoozed?: boolean | undefined;
}

function fits({ state, priority, source, snoozed }: AlertFilter, now: number): SQL | undefined {
  return and(
    state === 'open'
      ? and(eq(alerts.state, 'open'), isNull(alerts.goneAt))
      : or(eq(alerts.state, 'resolved'), and(eq(alerts.state, 'open'), isNotNull(alerts.goneAt))),
    priority.length > 0 ? inArray(alerts.priority, [...priority]) : undefined,
    source.length > 0 ? inArray(alerts.sourceType, [...source]) : undefined,
    snoozed === undefined || state === 'resolved'
      ? undefined
      : snoozed
        ? and(isNotNull(alerts.snoozedUntil), gt(alerts.snoozedUntil, now))
        : or(isNull(alerts.snoozedUntil), lte(alerts.snoozedUntil, now)),
  );
}

export async function readAlerts(
  tx: TenantTx,
  filter: AlertFilter,
  now: number,
  page: { readonly limit: number; readonly offset: number },
) {
  const where = fits(filter, now);
  const rows = await tx
    .select()
    .from(alerts)
    .where(where)
    .orderBy(desc(alerts.firstAt), asc(alerts.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await tx.select({ count: count() }).from(alerts).where(where);
  return { rows, count: counted?.count ?? 0 };
}

/** Open ones that nobody snoozed, by priority. */
export async function countOpen(tx: TenantTx, now: number): Promise<Record<AlertPriority, number>> {
  const rows = await tx
    .select({ priority: alerts.priority, count: count() })
    .from(alerts)
    .where(fits({ state: 'open', priority: [], source: [], snoozed: false }, now))
    .groupBy(alerts.priority);
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const row of rows) counts[row.priority] = row.count;
  return counts;
}

/** Open ones of these ids; all of the tenant are locked. */
export async function lockOpen(tx: TenantTx, tenantId: string, ids: readonly string[]): Promise<AlertRow[]> {
  await lockAlerts(tx, tenantId);
  return tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.state, 'open'), inArray(alerts.id, [...ids])));
}

export const findAlerts = (tx: TenantTx, ids: readonly string[]) =>
  tx
    .select()
    .from(alerts)
    .where(inArray(alerts.id, [...ids]));

export const changeAlerts = (tx: TenantTx, ids: readonly string[], change: Partial<AlertRow>) =>
  tx
    .update(alerts)
    .set(change)
    .where(inArray(alerts.id, [...ids]));

export async function readSettings(tx: TenantTx): Promise<SettingsRow | undefined> {
  return (await tx.select().from(alertSettings))[0];
}

export const writeSettings = (tx: TenantTx, row: SettingsRow) =>
  tx.insert(alertSettings).values(row).onConflictDoUpdate({ target: alertSettings.tenantId, set: row });

/** A call of a webhook takes the place of those not taken yet that tell of the same alert: each is tried on its own, and the last one taken must be the newest. */
export async function insertSends(tx: TenantTx, rows: readonly SendRow[]): Promise<void> {
  if (rows.length === 0) return;
  const called = rows.filter(({ channel }) => channel === 'webhook').map(({ alertId }) => alertId);
  if (called.length > 0) await tx.delete(alertSends).where(and(eq(alertSends.channel, 'webhook'), inArray(alertSends.alertId, called)));
  await tx.insert(alertSends).values([...rows]);
}

/** The oldest of what is to be sent. */
export const readUnsent = (tx: TenantTx) =>
  tx
    .select({ id: alertSends.id, channel: alertSends.channel, target: alertSends.target })
    .from(alertSends)
    .orderBy(asc(alertSends.createdAt))
    .limit(unsentMax);

const unsentMax = 500;

export const findSend = async (tx: TenantTx, id: string): Promise<SendRow | undefined> =>
  (await tx.select().from(alertSends).where(eq(alertSends.id, id)))[0];

/** The oldest mails to one address. */
export const readMailsTo = (tx: TenantTx, address: string): Promise<SendRow[]> =>
  tx
    .select()
    .from(alertSends)
    .where(and(eq(alertSends.channel, 'email'), eq(alertSends.target, address)))
    .orderBy(asc(alertSends.createdAt))
    .limit(mailedAtOnce);

const mailedAtOnce = 100;

export async function deleteSends(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(alertSends).where(inArray(alertSends.id, [...ids]));
}

export const writeFault = (tx: TenantTx, lastFault: NonNullable<SettingsRow['lastFault']>, lastFaultAt: number) =>
  tx.update(alertSettings).set({ lastFault, lastFaultAt });
