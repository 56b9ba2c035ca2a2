import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@acequia/base/files';
import { workerLogSchema } from '@acequia/contract/fleet';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import * as z from 'zod';

const keyPairSchema = z.object({ privatePem: z.string(), publicKey: z.string() });
const heldLogSchema = workerLogSchema.extend({
  /** Times that it was opened, in whatever folder: a new folder goes on from there, so that no event id is given twice. */
  openings: z.int().min(0),
  /** This worker joined before logs had identities: until the log is first opened, a journal that says none is this worker's. */
  adopts: z.boolean(),
});
const membershipSchema = z.object({
  workerId: z.string(),
  clusterId: z.string(),
  serverKey: z.string(),
  /** Null: the worker joined before logs had identities and has not asked for one yet. */
  log: heldLogSchema.nullable().default(null),
});
const identitySchema = z.object({ signing: keyPairSchema, sealing: keyPairSchema, membership: membershipSchema.nullable() });

/** Who this worker is: keys made here, and what the server answered when it joined. */
export type Identity = z.infer<typeof identitySchema>;
export type HeldLog = z.infer<typeof heldLogSchema>;
/** Complete: with the log that the worker holds. */
export type Membership = Omit<z.infer<typeof membershipSchema>, 'log'> & { readonly log: HeldLog };

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

/** Whole or not at all, readable by the owner only; on the disk when it returns. */
export function saveIdentity(directory: string, identity: Identity): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  replaceFile(join(directory, identityFile), JSON.stringify(identity));
}
