import type { Log } from '@acequia/base';
import type { Along, Database } from '../db/database.ts';
import { eachTenant } from '../db/each-tenant.ts';
import { readTenantIds } from '../jobs/roll-up.store.ts';
import type { KekStore } from './kek.ts';
import { sealedInstallation, tenantKeyContext, totpSecretContext } from './sealed.ts';
import { findInstallation, keyMakersDone, lockTenantKey, updateInstallation, updateTenantKey } from './installation.store.ts';
import { lockTotpSecret, readTotpOwners, totpTables, updateTotpSecret } from './totp-secrets.store.ts';

export interface Rotation {
  /** How many keys are sealed anew now; values of secrets are not touched. */
  readonly keys: number;
}

/** Keys that could not be sealed anew, by tenant or user, and why. All others are; the key before is kept for these. */
class RotationUnfinished extends Error {
  readonly errors: ReadonlyMap<string, unknown>;

  constructor(errors: ReadonlyMap<string, unknown>) {
    super(`keys of ${[...errors.keys()].join(', ')} could not be sealed with the new key`);
    this.name = 'RotationUnfinished';
    this.errors = errors;
  }
}

/**
 * Seals every key of the deployment with its present key, whatever had sealed it, then forgets the key before. Can be cut at any
 * moment and repeated: until the last step both keys open. `along` is committed with the first step, once for a new key. Throws
 * `RotationUnfinished`, and outages of the database.
 */
async function finishRotation(database: Database, { ring, forget }: KekStore, along: Along): Promise<Rotation> {
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
  const ofTenants = await eachTenant(await readTenantIds(database.gate), (tenantId) =>
    database.withTenant(tenantId, async (tx) => {
      const sealed = await lockTenantKey(tx);
      const resealed = sealed && ring.reseal(sealed, tenantKeyContext(tenantId));
      if (!resealed) return;
      await updateTenantKey(tx, resealed);
      keys += 1;
    }),
  );
  const ofUsers = new Map<string, unknown>();
  for (const table of totpTables) {
    const owners = await readTotpOwners(database.gate, table);
    const errors = await eachTenant(
      owners.map(({ userId }) => userId),
      (userId) =>
        database.gate.transaction(async (tx) => {
          const sealed = await lockTotpSecret(tx, table, userId);
          const resealed = sealed && ring.reseal(sealed, totpSecretContext(userId));
          if (!resealed) return;
          await updateTotpSecret(tx, table, userId, resealed);
          keys += 1;
        }),
    );
    for (const [userId, error] of errors) ofUsers.set(userId, error);
  }
  if (ofTenants.size + ofUsers.size > 0) throw new RotationUnfinished(new Map([...ofTenants, ...ofUsers]));
  ring.finish();
  forget();
  return { keys };
}

/** Goes on with what a start finds unfinished. Keys that cannot be sealed anew keep no server from starting: the key before still opens them. */
export async function finishAtStart(database: Database, store: KekStore, along: Along, log: Log): Promise<void> {
  try {
    await finishRotation(database, store, along);
  } catch (error) {
    if (!(error instanceof RotationUnfinished)) throw error;
    for (const [subject, cause] of error.errors)
      log.error(
        { code: 'KEY_ROTATION_UNFINISHED', error: cause, subject },
        'a key could not be sealed with the new key; the key before is kept, and it is tried again at the next start or rotation',
      );
  }
}

/** A new deployment key while the server runs. Undefined when the key comes from the environment and no other one is waiting to be replaced. */
export async function rotateKey(database: Database, store: KekStore, along: Along): Promise<Rotation | undefined> {
  if (store.ring.rotating) return finishRotation(database, store, along);
  if (!store.renew) return undefined;
  store.ring.begin(store.renew());
  return finishRotation(database, store, along);
}
