import type { Along, Database } from '../db/database.ts';
import { readTenantIds } from '../jobs/roll-up.store.ts';
import type { KekStore } from './kek.ts';
import { sealedInstallation, tenantKeyContext, totpSecretContext } from './sealed.ts';
import { findInstallation, keyMakersDone, lockTenantKey, updateInstallation, updateTenantKey } from './installation.store.ts';
import { lockTotpSecret, readTotpOwners, totpTables, updateTotpSecret } from './totp-secrets.store.ts';

export interface Rotation {
  /** How many keys are sealed anew now; values of secrets are not touched. */
  readonly keys: number;
}

/**
 * Seals every key of the deployment with its present key, whatever had sealed it, then forgets the key before. Can be cut at any
 * moment and repeated: until the last step both keys open. `along` is committed with the first step, once for a new key.
 */
export async function finishRotation(database: Database, { ring, forget }: KekStore, along: Along): Promise<Rotation> {
  await keyMakersDone(database.gate);
  let keys = 0;
  await database.gate.transaction(async (tx) => {
    const row = await findInstallation(tx);
    if (!row) return;
    const fleetKeySealed = ring.reseal(row.fleetKeySealed, sealedInstallation.fleetKey);
    const kekCheck = ring.reseal(row.kekCheck, sealedInstallation.check);
    if (!fleetKeySealed && !kekCheck) return;
    await updateInstallation(tx, { fleetKeySealed: fleetKeySealed ?? row.fleetKeySealed, kekCheck: kekCheck ?? row.kekCheck });
    await along(tx);
    keys += 1;
  });
  for (const tenantId of await readTenantIds(database.gate)) {
    await database.withTenant(tenantId, async (tx) => {
      const sealed = await lockTenantKey(tx);
      const resealed = sealed && ring.reseal(sealed, tenantKeyContext(tenantId));
      if (!resealed) return;
      await updateTenantKey(tx, resealed);
      keys += 1;
    });
  }
  for (const table of totpTables)
    for (const { userId } of await readTotpOwners(database.gate, table))
      await database.gate.transaction(async (tx) => {
        const sealed = await lockTotpSecret(tx, table, userId);
        const resealed = sealed && ring.reseal(sealed, totpSecretContext(userId));
        if (!resealed) return;
        await updateTotpSecret(tx, table, userId, resealed);
        keys += 1;
      });
  ring.finish();
  forget();
  return { keys };
}

/** A new deployment key while the server runs. Undefined when the key comes from the environment and no other one is waiting to be replaced. */
export async function rotateKey(database: Database, store: KekStore, along: Along): Promise<Rotation | undefined> {
  if (store.ring.rotating) return finishRotation(database, store, along);
  if (!store.renew) return undefined;
  store.ring.begin(store.renew());
  return finishRotation(database, store, along);
}
