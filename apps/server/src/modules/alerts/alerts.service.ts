import { AppError, dayMs, type Random } from '@acequia/base';
import type { Alert, AlertDelivery, AlertPriority, OperationOutput } from '@acequia/contract';
import { writeChange } from '../../dispatch/write-change.ts';
import type { CallFault } from '../../http/callable-address.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { clusterNames } from '../clusters/clusters.service.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { presentAlert, type AlertNames } from './alerts.present.ts';
import {
  changeAlerts,
  countOpen,
  findAlerts,
  lockOpen,
  readAlerts,
  readSettings,
  writeSettings,
  type AlertFilter,
  type SettingsRow,
} from './alerts.store.ts';

export interface AlertsPage extends AlertFilter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface NewDelivery {
  readonly emails: readonly string[];
  readonly language: 'en' | 'es';
  readonly webhookUrl: string;
  readonly leastPriority: AlertPriority;
  readonly newKey: boolean;
}

export interface AlertsService {
  list(scope: TenantScope, input: AlertsPage): Promise<OperationOutput<'alerts:list'>>;
  acknowledge(scope: TenantScope, ids: readonly string[]): Promise<Record<never, never>>;
  snooze(scope: TenantScope, ids: readonly string[], until: number | null): Promise<Record<never, never>>;
  getDelivery(scope: TenantScope): Promise<AlertDelivery>;
  /** `fault`: why the webhook may not be called. Throws ACQ-ALERT-ADDRESS with it. */
  updateDelivery(scope: TenantScope, input: NewDelivery, fault: CallFault | undefined): Promise<OperationOutput<'alerts:updateDelivery'>>;
}

export interface AlertsDeps {
  readonly vault: SecretVault;
  readonly random: Random;
  readonly mailOffered: boolean;
}

const snoozeDaysMax = 30;
const keyBytes = 32;
/** Under which the vault keeps the webhook's key. */
export const signingKeyId = 'alert-webhook';

export function createAlertsService({ vault, random, mailOffered }: AlertsDeps): AlertsService {
  const change = async (scope: TenantScope, ids: readonly string[], to: Parameters<typeof changeAlerts>[2]) => {
    const rows = await lockOpen(scope.tx, scope.tenantId, ids);
    if (rows.length === 0) throw new AppError('ACQ-NOT-FOUND');
    const [first] = rows;
    const name = first?.fields['name'];
    scope.subject(rows.length === 1 && first ? `${first.code}${name === undefined ? '' : ` ${name}`}` : `${rows.length} alerts`);
    const found = rows.map(({ id }) => id);
    await changeAlerts(scope.tx, found, to);
    await writeChange(scope, 'alert', ...found);
    return {};
  };
  return {
    list: async (scope, { page, limit, ...filter }) => {
      const { rows, count } = await readAlerts(scope.tx, filter, scope.now, { limit, offset: (page - 1) * limit });
      const names = await namesFor(scope);
      const open = await countOpen(scope.tx, scope.now);
      return { data: rows.map((row) => presentAlert(row, names, scope.now)), page, limit, count, open };
    },
    acknowledge: (scope, ids) => change(scope, ids, { acknowledgedAt: scope.now, acknowledgedBy: scope.userId, snoozedUntil: null }),
    snooze: async (scope, ids, until) => {
      if (until !== null && (until <= scope.now || until > scope.now + snoozeDaysMax * dayMs))
        throw new AppError('ACQ-ALERT-SNOOZE', { fields: { days: snoozeDaysMax } });
      return change(scope, ids, { snoozedUntil: until });
    },
    getDelivery: async (scope) => presentDelivery(await readSettings(scope.tx), mailOffered),
    updateDelivery: async (scope, { emails, language, webhookUrl, leastPriority, newKey }, fault) => {
      if (webhookUrl !== '' && fault)
        throw new AppError('ACQ-ALERT-ADDRESS', { fields: { field: 'webhookUrl', address: webhookUrl.slice(0, 512), ...fault } });
      scope.subject('delivery');
      const before = await readSettings(scope.tx);
      const makesKey = webhookUrl !== '' && (newKey || !before?.sealedKey);
      const keyVersion = (before?.keyVersion ?? 0) + (makesKey ? 1 : 0);
      const signingKey = makesKey ? `whsec_${Buffer.from(random.bytes(keyBytes)).toString('base64')}` : null;
      await writeSettings(scope.tx, {
        tenantId: scope.tenantId,
        emails: [...new Set(emails)],
        language,
        webhookUrl,
        leastPriority,
        keyVersion,
        sealedKey:
          signingKey === null
            ? (before?.sealedKey ?? null)
            : await vault.seal(scope.tx, scope.tenantId, signingKeyId, keyVersion, signingKey),
        lastFault: null,
        lastFaultAt: null,
        updatedAt: scope.now,
      });
      await writeChange(scope, 'alert', 'delivery');
      return { signingKey };
    },
  };
}

async function namesFor(scope: Pick<TenantScope, 'tx'>): Promise<AlertNames> {
  return { ...(await clusterNames(scope)), members: await memberNames(scope) };
}

function presentDelivery(row: SettingsRow | undefined, mailOffered: boolean): AlertDelivery {
  const { channel, target } = row?.lastFault?.fields ?? {};
  return {
    emails: row?.emails ?? [],
    language: row?.language ?? 'en',
    webhookUrl: row?.webhookUrl ?? '',
    leastPriority: row?.leastPriority ?? 'high',
    mailOffered,
    lastFault:
      row?.lastFault && row.lastFaultAt !== null
        ? { channel: channel === 'email' ? 'email' : 'webhook', target: String(target), code: row.lastFault.code, at: row.lastFaultAt }
        : null,
  };
}

/** Alerts of these ids with their names, for those who are told outside the console. */
export async function readTold(scope: Pick<TenantScope, 'tx' | 'now'>, ids: readonly string[]): Promise<ReadonlyMap<string, Alert>> {
  const names = await namesFor(scope);
  return new Map((await findAlerts(scope.tx, ids)).map((row) => [row.id, presentAlert(row, names, scope.now)]));
}
