import { createId, dayMs, type Random } from '@acequia/base';
import { alertPriorities } from '@acequia/contract';
import type { Database, TenantTx } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import { conditionsOf } from './conditions-of.ts';
import { readFacts } from './facts.store.ts';
import {
  deleteAlerts,
  deleteOldAlerts,
  insertSends,
  readKnown,
  readSettings,
  readUnsent,
  upsertAlerts,
  type AlertRow,
  type SendRow,
  type SettingsRow,
} from './alerts.store.ts';
import type { SlowFactsReader } from './slow-facts.ts';
import { flapMs, weigh, type AlertState, type Weighed } from './weigh.ts';

/** docs/decisions.md: alerts are kept for 90 days after they are over. */
const alertsKeptMs = 90 * dayMs;

export interface LookDeps {
  readonly database: Database;
  readonly slow: SlowFactsReader;
  readonly random: Random;
}

export interface Looked {
  /** The console has something new to show. */
  readonly shown: boolean;
  /** What is still to be sent, also of earlier looks. */
  readonly unsent: readonly Pick<SendRow, 'id' | 'channel' | 'target'>[];
}

/** Looks at a tenant once: raises, changes and ends its alerts, and writes down whom to tell. */
export async function lookAtTenant({ database, slow, random }: LookDeps, tenantId: string, now: number): Promise<Looked> {
  return database.withTenant(tenantId, async (tx) => {
    // Before the lock: a large tenant's facts take a while, and people who acknowledge wait for the lock.
    const conditions = conditionsOf(await readFacts(tx, tenantId, await slow.read(tx, tenantId, now), now));
    const known = (await readKnown(tx, tenantId, now - flapMs)).map((row) => row as AlertState & { readonly tenantId: string });
    const weighed = weigh(known, conditions, now, () => createId('alert', random));
    await upsertAlerts(
      tx,
      weighed.write.map((alert): AlertRow => ({ ...alert, tenantId })),
    );
    await deleteAlerts(tx, weighed.forget);
    await deleteOldAlerts(tx, now - alertsKeptMs);
    await insertSends(tx, await sendsFor(tx, tenantId, weighed, now, random));
    if (weighed.shown) await writeChange({ tx, tenantId, now }, 'alert', tenantId);
    return { shown: weighed.shown, unsent: await readUnsent(tx) };
  });
}

async function sendsFor(tx: TenantTx, tenantId: string, { tell, write }: Weighed, now: number, random: Random): Promise<SendRow[]> {
  if (tell.length === 0) return [];
  const settings = await readSettings(tx);
  if (!settings) return [];
  const urgent = new Set(alertPriorities.slice(0, alertPriorities.indexOf(settings.leastPriority) + 1));
  return tell
    .filter(({ alertId }) => write.some(({ id, priority }) => id === alertId && urgent.has(priority)))
    .flatMap(({ alertId, event }) =>
      targetsOf(settings).map((target): SendRow => ({
        tenantId,
        id: createId('alertSend', random),
        alertId,
        event,
        ...target,
        createdAt: now,
      })),
    );
}

const targetsOf = ({ emails, webhookUrl }: SettingsRow): readonly Pick<SendRow, 'channel' | 'target'>[] => [
  ...emails.map((target) => ({ channel: 'email' as const, target })),
  ...(webhookUrl === '' ? [] : [{ channel: 'webhook' as const, target: webhookUrl }]),
];
