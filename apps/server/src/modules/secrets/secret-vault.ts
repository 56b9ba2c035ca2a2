import { randomBytes } from 'node:crypto';
import { keyBytes } from '../../keys/kek.ts';
import { seal, unseal } from '../../keys/envelope.ts';
import { beginKeyMaking } from '../../keys/installation.store.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import { tenantKeyContext } from '../../keys/sealed.ts';
import type { TenantTx } from '../../db/database.ts';
import { findTenantKey, insertTenantKey, type SecretRow } from './secrets.store.ts';

/** A stored value, or the key of its tenant, that the keys of this server do not open. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

/** Seals values with the tenant's own key, which the deployment's key seals. */
export interface SecretVault {
  seal(tx: TenantTx, tenantId: string, secretId: string, version: number, value: string): Promise<Buffer>;
  /** For the gateway and probes alone; no operation returns a value. Throws `SecretUnreadable`. */
  open(tx: TenantTx, row: Pick<SecretRow, 'tenantId' | 'id' | 'sealedValue' | 'valueVersion'>): Promise<string>;
}

export function createSecretVault(ring: KeyRing): SecretVault {
  const makeKey = async (tx: TenantTx, tenantId: string): Promise<Buffer> => {
    await beginKeyMaking(tx);
    return insertTenantKey(tx, tenantId, ring.seal(randomBytes(keyBytes), tenantKeyContext(tenantId)));
  };
  const sealedKeyOf = async (tx: TenantTx, tenantId: string): Promise<Buffer> => (await findTenantKey(tx)) ?? (await makeKey(tx, tenantId));
  return {
    seal: async (tx, tenantId, secretId, version, value) => {
      const key = ring.unseal(await sealedKeyOf(tx, tenantId), tenantKeyContext(tenantId));
      return seal(key, Buffer.from(value), [tenantId, secretId, version]);
    },
    open: async (tx, { tenantId, id, valueVersion, sealedValue }) => {
      const sealedKey = await sealedKeyOf(tx, tenantId);
      try {
        const key = ring.unseal(sealedKey, tenantKeyContext(tenantId));
        return unseal(key, sealedValue, [tenantId, id, valueVersion]).toString('utf8');
      } catch (cause) {
        throw new SecretUnreadable('the value of a secret cannot be opened', { cause });
      }
    },
  };
}
