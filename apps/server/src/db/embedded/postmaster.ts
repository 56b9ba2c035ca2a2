import { closeSync, ftruncateSync, openSync, readFileSync, readlinkSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { processStart } from '@acequia/base/process';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** The living server of a data folder, as its `postmaster.pid` says (pid, folder, start time, port, socket folder, one per line). A stale file is no server. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = readText(path.join(folder, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  const [serverFolder = '', port = '', socketFolder = ''] = [lines[1], lines[3], lines[4]];
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid)) return undefined;
  if (path.resolve(serverFolder) !== path.resolve(folder) || socketFolder === '') return undefined;
  return { pid, port: Number(port), socketFolder };
}

/** A pid is used again after a reboot, so the program behind it is looked at: by its file, or by its name where the file is another user's. */
function isPostgres(pid: number): boolean {
  if (processStart(pid) === undefined) return false;
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch {
    return readText(`/proc/${pid}/cmdline`).includes('postgres');
  }
}

/** No pid is as high (proc(5), pid_max). */
const noPid = 4_194_304;

/**
 * Lets a new server start after one that ended but was not collected by its parent: PostgreSQL takes that pid for a living server
 * and refuses. Only the pid in its lock files is replaced, by one that nobody has; so PostgreSQL still looks itself whether
 * anyone uses the old server's memory. A lock file without a pid, as a full disk leaves it, says nothing and is removed: PostgreSQL
 * would refuse it for ever. Call only while no server lives.
 */
export function forgetEndedPostmaster(folder: string, socketFolder: string, port: number): void {
  for (const file of [path.join(folder, 'postmaster.pid'), path.join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const [pid = '', ...rest] = readText(file).split('\n');
    if (pid.trim() === '') rmSync(file, { force: true });
    else if (processStart(Number(pid)) === undefined) overwrite(file, [noPid, ...rest].join('\n'));
  }
}

/** In the file's own blocks: an ordinary write frees them first, and at a full disk there are no new ones. */
function overwrite(file: string, text: string): void {
  const content = Buffer.from(text);
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, content, 0, content.length, 0);
    ftruncateSync(descriptor, content.length);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Processes of a server that was killed end a moment after it; until then they hold its memory, and PostgreSQL refuses to start.
 * How many do so now, by the block that `postmaster.pid` names in its seventh line (key and id) and `/proc/sysvipc/shm` counts.
 */
export function heldByEnded(folder: string): number {
  const [key, id] = readText(path.join(folder, 'postmaster.pid')).split('\n')[6]?.trim().split(/\s+/) ?? [];
  const blocks = readText('/proc/sysvipc/shm').split('\n');
  const block = blocks.map((line) => line.trim().split(/\s+/)).find((columns) => columns[0] === key && columns[1] === id);
  return Number(block?.[6] ?? 0);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
