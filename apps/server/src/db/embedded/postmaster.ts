import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** The living server of a data folder, as its `postmaster.pid` says (pid, folder, start time, port, socket folder, one per line). A stale file is no server. */
export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const [serverFolder = '', port = '', socketFolder = ''] = [lines[1], lines[3], lines[4]];
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid)) return undefined;
  if (path.resolve(serverFolder) !== path.resolve(folder) || socketFolder === '') return undefined;
  return { pid, port: Number(port), socketFolder };
}

/** A pid is used again after a reboot, so the program behind it is looked at. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  }
}
