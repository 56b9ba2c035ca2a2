import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import * as z from 'zod';

const keyPairSchema = z.object({ privatePem: z.string(), publicKey: z.string() });
const identitySchema = z.object({
  signing: keyPairSchema,
  sealing: keyPairSchema,
  membership: z.object({ workerId: z.string(), clusterId: z.string(), workerNumber: z.int(), serverKey: z.string() }).nullable(),
});

/** Who this worker is: keys made here, and what the server answered when it joined. */
export type Identity = z.infer<typeof identitySchema>;
export type Membership = NonNullable<Identity['membership']>;

export const identityFile = 'worker.json';

/** Reads the identity, or makes new keys. Throws when others may read the file. */
export function loadIdentity(directory: string): Identity {
  const path = join(directory, identityFile);
  if (!existsSync(path)) return { signing: createKeyPair('ed25519'), sealing: createKeyPair('x25519'), membership: null };
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  return identitySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** Whole or not at all, readable by the owner only. */
export function saveIdentity(directory: string, identity: Identity): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const path = join(directory, identityFile);
  writeFileSync(`${path}.new`, JSON.stringify(identity), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
