import { createKeyPair } from '@acequia/contract/fleet-crypto';
import type { GateDb } from '../db/database.ts';
import { StartFault } from '../start-fault.ts';
import type { KeyRing } from './key-ring.ts';
import { sealedInstallation } from './sealed.ts';
import { findInstallation, insertInstallation } from './installation.store.ts';

/** The Ed25519 pair that signs deployments; all servers of a deployment share it. */
export interface FleetKey {
  readonly privatePem: string;
  /** Raw, base64. */
  readonly publicKey: string;
}

/** Reads the deployment's own row, made by the first server; refuses a key that does not open it. */
export async function openInstallation(gate: GateDb, ring: KeyRing): Promise<FleetKey> {
  if (!(await findInstallation(gate))) {
    const pair = createKeyPair('ed25519');
    await insertInstallation(gate, {
      fleetKeySealed: ring.seal(Buffer.from(pair.privatePem), sealedInstallation.fleetKey),
      fleetPublicKey: pair.publicKey,
      kekCheck: ring.seal(Buffer.from('acequia'), sealedInstallation.check),
    });
  }
  const row = await findInstallation(gate);
  try {
    ring.unseal(row!.kekCheck, sealedInstallation.check);
    return { privatePem: ring.unseal(row!.fleetKeySealed, sealedInstallation.fleetKey).toString(), publicKey: row!.fleetPublicKey };
  } catch (cause) {
    throw new StartFault(
      'The key (ACEQUIA_KEK, or keys/kek in the data folder) does not fit this database: its secrets cannot be opened. Start with the key that the database was created with.',
      { cause },
    );
  }
}
