import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from '@acequia/base/files';
import { StartFault } from '../start-fault.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { readPrivateFile } from './private-file.ts';

export const keyBytes = 32;

/** Where the deployment's key lives, and how it is replaced. */
export interface KekStore {
  readonly ring: KeyRing;
  /** Makes a new key and keeps both; undefined when the key comes from the environment, where an operator replaces it. */
  readonly renew: (() => Uint8Array) | undefined;
  /** The key before is not needed any more. */
  forget(): void;
}

export interface KekEnvironment {
  readonly key: string | undefined;
  readonly previous: string | undefined;
}

/**
 * The key that encrypts all other keys: `ACEQUIA_KEK` (32 bytes in base64 or hex; the one before it in `ACEQUIA_KEK_PREVIOUS`), else
 * the file `kek` of the keys folder, made when missing (0600) and refused when others may read it. A rotation that was cut leaves `kek.previous`; both keys are read then.
 */
export function openKek(environment: KekEnvironment, folder: string): KekStore {
  if (environment.key !== undefined) {
    const previous = environment.previous === undefined ? undefined : decode(environment.previous, 'ACEQUIA_KEK_PREVIOUS');
    return { ring: createKeyRing(decode(environment.key, 'ACEQUIA_KEK'), previous), renew: undefined, forget: () => undefined };
  }
  const files = { now: path.join(folder, 'kek'), next: path.join(folder, 'kek.next'), previous: path.join(folder, 'kek.previous') };
  if (!existsSync(files.now)) {
    if (existsSync(files.previous) && existsSync(files.next)) renameSync(files.next, files.now);
    else writeKey(files.now, randomBytes(keyBytes));
  }
  const read = (file: string): Buffer => decode(readPrivateFile(file), file);
  return {
    ring: createKeyRing(read(files.now), existsSync(files.previous) ? read(files.previous) : undefined),
    renew: () => {
      const key = randomBytes(keyBytes);
      rmSync(files.next, { force: true });
      writeKey(files.next, key);
      renameSync(files.now, files.previous);
      renameSync(files.next, files.now);
      syncFolder(folder);
      return key;
    },
    forget: () => rmSync(files.previous, { force: true }),
  };
}

/** On the disk when it returns. */
function writeKey(file: string, key: Uint8Array): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(handle, Buffer.from(key).toString('base64'));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  syncFolder(path.dirname(file));
}

function decode(text: string, place: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== keyBytes)
    throw new StartFault(`${place} must contain 32 random bytes in base64 or hex: create them with "openssl rand -base64 32".`);
  return key;
}
