import { createKeyPair } from '@acequia/contract/fleet-crypto';
import type { GateDb } from '../db/database.ts';
import { StartFault } from '../start-fault.ts';
import { seal, unseal } from './envelope.ts';
import { findInstallation, insertInstallation } from './installation.store.ts';

/** The Ed25519 pair that signs deployments; all servers of a deployment share it. */
export interface FleetKey {
  readonly privatePem: string;
  /** Raw, base64. */
  readonly publicKey: string;
}

/** Reads the deployment's own row, made by the first server; refuses a key that does not open it. */
export async function openInstallation(gate: GateDb, kek: Uint8Array): Promise<FleetKey> {
  if (!(await findInstallation(gate))) {
    const pair = createKeyPair('ed25519');
    await insertInstallation(gate, {
      fleetKeySealed: seal(kek, Buffer.from(pair.privatePem), ['fleet key']),
      fleetPublicKey: pair.publicKey,
      kekCheck: seal(kek, Buffer.from('acequia'), ['kek check']),
    });
  }
  const row = await findInstallation(gate);
  try {
    unseal(kek, row!.kekCheck, ['kek check']);
    return { privatePem: unseal(kek, row!.fleetKeySealed, ['fleet key']).toString(), publicKey: row!.fleetPublicKey };
  } catch (cause) {
    throw new StartFault(
      'The key (ACEQUIA_KEK, or keys/kek in the data folder) does not fit this database: its secrets cannot be opened. Start with the key the database was made with.',
      { cause },
    );
  }
}
