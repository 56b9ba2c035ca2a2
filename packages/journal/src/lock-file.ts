import { readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { processStart, readBootId } from '@acequia/base/process';
import { JournalLocked } from './errors.ts';

interface Holder {
  readonly pid: number;
  /** Start of the process in clock ticks since boot, where the system tells it; a pid alone may have been given again. */
  readonly startTicks: string;
  readonly bootId: string;
}

/**
 * Takes the directory for this process; returns the release. Throws `JournalLocked` while a living process holds it; a dead one's
 * lock is taken over. The lock is a symbolic link that leads nowhere and names its holder: it is made in one step, and a full disk
 * still has room for it (ext4 keeps a target of less than 60 bytes in the inode).
 */
export function takeLock(directory: string): () => void {
  const path = join(directory, 'lock');
  const mine = `${process.pid} ${processStart(process.pid) ?? ''} ${readBootId()}`;
  for (let attempt = 0; attempt < 5; attempt++) {
    if (tryLink(mine, path)) return () => rmSync(path, { force: true });
    const holder = readHolder(path);
    if (holder !== undefined && isAlive(holder)) throw new JournalLocked(directory, holder.pid);
    setAside(path, holder, directory);
  }
  throw new JournalLocked(directory, readHolder(path)?.pid ?? 0);
}

/** The living holder of the directory, if there is one. */
export function lockHolder(directory: string): number | undefined {
  const holder = readHolder(join(directory, 'lock'));
  return holder !== undefined && isAlive(holder) ? holder.pid : undefined;
}

function tryLink(holder: string, path: string): boolean {
  try {
    symlinkSync(holder, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead lock away. When another process was quicker and its living lock was caught, it is put back. */
function setAside(path: string, seen: Holder | undefined, directory: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const caught = readHolder(aside);
  if (caught !== undefined && JSON.stringify(caught) !== JSON.stringify(seen) && isAlive(caught)) {
    renameSync(aside, path);
    throw new JournalLocked(directory, caught.pid);
  }
  rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    const [pid, startTicks = '', bootId = ''] = readlinkSync(path).split(' ');
    return Number(pid) > 0 ? { pid: Number(pid), startTicks, bootId } : undefined;
  } catch {
    return readWrittenHolder(path);
  }
}

/** A lock as a file with the holder in it, as journals had it first. */
function readWrittenHolder(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return typeof value.pid === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.bootId !== readBootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (processStart(holder.pid) ?? '') === holder.startTicks;
}
