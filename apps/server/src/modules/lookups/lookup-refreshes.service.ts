import { AppError } from '@acequia/base';
import type { Lookup, LookupCredentials } from '@acequia/contract';
import { checkEgress, type EgressPolicy } from '@acequia/wire';
import { hasUser } from '../../http/callable-address.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { describeLookup, requireLookup } from './lookups.service.ts';
import { findRefresh, putRefresh, removeRefresh } from './refreshes.store.ts';

export interface NewRefresh {
  readonly id: string;
  readonly url: string;
  readonly everyMs: number;
  readonly credentials: LookupCredentials;
}

/** Where files of lookups are fetched from. */
export interface LookupRefreshesService {
  /** `egress`: where the tenant may call; `rule`: by which it may not call this address. Throws ACQ-CONFIG with the rule at `url`. */
  setRefresh(scope: TenantScope, input: NewRefresh, egress: EgressPolicy, rule: string | undefined): Promise<Lookup>;
  removeRefresh(scope: TenantScope, id: string): Promise<Lookup>;
  /** Its turn comes at once. */
  refreshNow(scope: TenantScope, id: string): Promise<Lookup>;
}

export function createLookupRefreshesService(secrets: Pick<SecretsService, 'requireAll'>): LookupRefreshesService {
  return {
    setRefresh: async (scope, { id, url, everyMs, credentials }, egress, rule) => {
      const lookup = await requireLookup(scope, id);
      await assertAddress(url, credentials, egress);
      if (rule !== undefined) throw new AppError('ACQ-CONFIG', { fields: { url: rule } });
      if (credentials.kind !== 'none') await secrets.requireAll(scope, [credentials.secretId]);
      const before = await findRefresh(scope.tx, id);
      const same = before?.url === url ? before : undefined;
      await putRefresh(scope.tx, {
        tenantId: scope.tenantId,
        lookupId: id,
        url,
        everyMs,
        credentials,
        nextAt: scope.now,
        checkedAt: same?.checkedAt ?? null,
        changedAt: same?.changedAt ?? null,
        etag: null,
        lastModified: null,
        fault: null,
        setBy: scope.userId,
      });
      await writeChange(scope, 'lookup', id);
      return describeLookup(scope, lookup);
    },
    removeRefresh: async (scope, id) => {
      const lookup = await requireLookup(scope, id);
      await removeRefresh(scope.tx, id);
      await writeChange(scope, 'lookup', id);
      return describeLookup(scope, lookup);
    },
    refreshNow: async (scope, id) => {
      const lookup = await requireLookup(scope, id);
      const refresh = await findRefresh(scope.tx, id);
      if (!refresh) throw new AppError('ACQ-CONFIG', { fields: { refresh: 'none' } });
      await putRefresh(scope.tx, { ...refresh, nextAt: scope.now });
      await writeChange(scope, 'lookup', id);
      return describeLookup(scope, lookup);
    },
  };
}

/** http or https without a user in it; credentials over plain http only to a private address that may be called. */
async function assertAddress(text: string, credentials: LookupCredentials, egress: EgressPolicy): Promise<void> {
  if (hasUser(text)) throw new AppError('ACQ-CONFIG', { fields: { url: 'URL_CREDENTIALS' } });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url?.protocol === 'http:' && (credentials.kind === 'none' || (await isInside(url, egress)));
  if (!url || (url.protocol !== 'https:' && !plain)) throw new AppError('ACQ-CONFIG', { fields: { url: text.slice(0, 512) } });
}

/** Where the tenant may call private addresses, anywhere; else what the rules name. */
const isInside = async (url: URL, egress: EgressPolicy): Promise<boolean> =>
  egress.mode === 'open' ||
  checkEgress(url.hostname, Number(url.port || 80), { ...egress, mode: 'list' }).then(
    () => true,
    () => false,
  );
