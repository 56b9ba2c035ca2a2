import type { TenantTx } from '../../db/database.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import type { OpenIdRow } from './openid.store.ts';

/** The client secret that is kept; undefined without one. For the exchange with the provider alone. */
export const openSecret = async (vault: SecretVault, tx: TenantTx, row: OpenIdRow): Promise<string | undefined> =>
  row.sealedSecret === null
    ? undefined
    : vault.open(tx, { tenantId: row.tenantId, id: row.id, sealedValue: row.sealedSecret, valueVersion: row.secretVersion });
