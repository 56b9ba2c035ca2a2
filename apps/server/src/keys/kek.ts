import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartFault } from '../start-fault.ts';

export const keyBytes = 32;

/** The key that encrypts all other keys: `ACEQUIA_KEK` (32 bytes in base64 or hex), else the file `kek` of the keys folder, made when missing (0600). */
export function readKek(fromEnvironment: string | undefined, folder: string): Buffer {
  if (fromEnvironment !== undefined) return decode(fromEnvironment, 'ACEQUIA_KEK');
  const file = path.join(folder, 'kek');
  if (!existsSync(file)) writeFileSync(file, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return decode(readFileSync(file, 'utf8').trim(), file);
}

function decode(text: string, place: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length !== keyBytes)
    throw new StartFault(`${place} must hold 32 random bytes in base64 or hex: make one with "openssl rand -base64 32".`);
  return key;
}
