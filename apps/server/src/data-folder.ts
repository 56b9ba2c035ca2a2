import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MiB } from '@acequia/base';
import { processStart } from '@acequia/base/process';
import { StartFault } from './start-fault.ts';

export interface DataFolder {
  readonly postgres: string;
  readonly keys: string;
  /** What is kept beside the database so that its activity log can be checked. */
  readonly audit: string;
  readonly postgresPassword: string;
  /** Gives the folder free for the next server. */
  release(): void;
}

const lockName = 'server.pid';
/** Below this a start would only end in a half-written database. */
const freeBytesMin = 64 * MiB;

/** Makes the folder when missing and takes it: a second server on the same data is refused with the holder's pid. */
export function takeDataFolder(folder: string): DataFolder {
  const keys = path.join(folder, 'keys');
  try {
    makeFolders(keys);
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw diskFull(folder, cause);
    if ((cause as NodeJS.ErrnoException).code === 'ENOTDIR')
      throw new StartFault(`${folder} is a file: set ACEQUIA_DATA to a folder.`, { cause });
    throw new StartFault(
      `The data folder ${folder} cannot be written: give this user the right to, or set ACEQUIA_DATA to another folder.`,
      { cause },
    );
  }
  chmodSync(keys, 0o700);
  const space = statfsSync(folder);
  if (space.bavail * space.bsize < freeBytesMin) throw diskFull(folder);
  const lock = path.join(folder, lockName);
  takeLock(lock, folder);
  return {
    postgres: path.join(folder, 'postgres'),
    keys,
    audit: path.join(folder, 'audit'),
    postgresPassword: path.join(keys, 'postgres-password'),
    release: () => releaseLock(lock),
  };
}

/** One by one: below a pseudo file system (/proc) the recursive form never returns. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder);
}

const diskFull = (folder: string, cause?: unknown) =>
  new StartFault(`The disk of ${folder} is full: free at least 64 MiB and start again.`, { cause });

/** `pid start`, where start (clock ticks since boot, proc(5) field 22) tells a reused pid from the holder. */
function takeLock(lock: string, folder: string): void {
  const own = `${process.pid} ${processStart(process.pid) ?? 0}`;
  for (;;) {
    try {
      writeFileSync(lock, own, { flag: 'wx' });
      return;
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ENOSPC') throw diskFull(folder, cause);
      if (code !== 'EEXIST') throw new StartFault(`The lock ${lock} cannot be written.`, { cause });
    }
    const [pid = '', start = ''] = readLock(lock).split(' ');
    if (processStart(Number(pid)) === start && start !== '')
      throw new StartFault(`Acequia already runs on ${folder} as process ${pid}: stop it, or set ACEQUIA_DATA to another folder.`);
    rmSync(lock, { force: true });
  }
}

function readLock(lock: string): string {
  return existsSync(lock) ? readFileSync(lock, 'utf8').trim() : '';
}

function releaseLock(lock: string): void {
  if (readLock(lock).startsWith(`${process.pid} `)) rmSync(lock, { force: true });
}
