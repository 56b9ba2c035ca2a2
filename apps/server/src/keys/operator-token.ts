import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPrivateFile } from './private-file.ts';

/** What an operator's commands show: the given one, else the file `operator-token` of the keys folder, made when missing (0600). Who may read that folder may do everything anyway. */
export function readOperatorToken(given: string | undefined, folder: string): string {
  if (given !== undefined) return given;
  const file = path.join(folder, 'operator-token');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readPrivateFile(file);
}
