import { readFileSync, statSync } from 'node:fs';
import { StartFault } from '../start-fault.ts';

/**
 * The text of a file that only its owner may read. One that others could read may have been read: it is not used, and an operator
 * decides (CVE-2026-45393). Throws StartFault.
 */
export function readPrivateFile(file: string): string {
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartFault(
      `${file} can be read by other users of this machine. Run: chmod 600 ${file}. If someone may have read it, replace it afterwards (acequia keys rotate for the key).`,
    );
  return readFileSync(file, 'utf8').trim();
}
