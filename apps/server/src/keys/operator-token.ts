import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPrivateFile } from './private-file.ts';

/** What an operator's commands show: the given one, else the file `operator-token` of the keys folder. */
export const readOperatorToken = (given: string | undefined, folder: string): string =>
  given ?? readTokenFile(path.join(folder, 'operator-token'));

/** What reads `/metrics` shows, and is good for nothing else: the given one, else the file `metrics-token` of the keys folder. */
export const readMetricsToken = (given: string | undefined, folder: string): string =>
  given ?? readTokenFile(path.join(folder, 'metrics-token'));

/** Made when missing (0600). Who may read that folder may do everything anyway. */
function readTokenFile(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readPrivateFile(file);
}
