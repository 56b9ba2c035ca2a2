import { randomBytes } from 'node:crypto';
import { keyBytes } from '../../keys/kek.ts';
import { seal, unseal } from '../../keys/envelope.ts';
import { beginKeyMaking } from '../../keys/installation.store.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { tenantKeyContext } from '../../keys/sealed.ts';
import type { TenantTx } from '../../db/database.ts';
import { findTenantKey, insertTenantKey, type SecretRow } from './secrets.store.ts';

/** Seals values with the tenant's own key, which the deployment's key seals. */
export interface SecretVault {
  seal(tx: TenantTx, tenantId: string, secretId: string, version: number, value: string): Promise<Buffer>;
  /** For the gateway and probes alone; no operation returns a value. */
  open(tx: TenantTx, row: Pick<SecretRow, 'tenantId' | 'id' | 'sealedValue' | 'valueVersion'>): Promise<string>;
}

export function createSecretVault(ring: KeyRing): SecretVault {
  const makeKey = async (tx: TenantTx, tenantId: string): Promise<Buffer> => {
    await beginKeyMaking(tx);
    return insertTenantKey(tx, tenantId, ring.seal(randomBytes(keyBytes), tenantKeyContext(tenantId)));
  };
  const keyOf = async (tx: TenantTx, tenantId: string): Promise<Buffer> => {
    const sealed = (await findTenantKey(tx)) ?? (await makeKey(tx, tenantId));
    return ring.unseal(sealed, tenantKeyContext(tenantId));
  };
  return {
    seal: async (tx, tenantId, secretId, version, value) =>
      seal(await keyOf(tx, tenantId), Buffer.from(value), [tenantId, secretId, version]),
    open: async (tx, row) =>
      unseal(await keyOf(tx, row.tenantId), row.sealedValue, [row.tenantId, row.id, row.valueVersion]).toString('utf8'),
  };
}
