import { readlinkSync } from 'node:fs';
import { lstat, lutimes, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { processStart, readBootId } from '@acequia/base/process';
import { claim, claimShared, type Release } from './claims.ts';
import { ifThere } from './if-there.ts';
import { makeOwnerLink, readOwnerLink } from './owner-link.ts';

/** A holder that gave no sign for so long holds nothing any more: its machine or container is gone, or it has nothing to write. */
const silenceMs = 30_000;
/** How often a holder that writes gives a sign. */
const signMs = 5_000;

/** A holder as it was seen, and since when it is unchanged. */
interface Seen {
  readonly holder: string;
  readonly signedMs: number;
  readonly sinceMs: number;
}
const seen = new Map<string, Seen>();

/**
 * Keeps a folder for the stores of one process, so that two workers never write one file. A process that has ended on this
 * machine holds nothing; of another machine's or container's nothing can be asked, so there a silence counts, measured by the
 * asker's own clock. The holder is named by a symbolic link that leads nowhere, which is there as a whole or not at all, or in
 * a file where links cannot be made; its time is the last sign.
 */
export class WorkerHold {
  readonly #path: string;
  readonly #release: Release;
  readonly #now: () => number;
  #signedMs: number;

  private constructor(path: string, release: Release, now: () => number) {
    this.#path = path;
    this.#release = release;
    this.#now = now;
    this.#signedMs = now();
  }

  /** Undefined while another process holds the folder. Throws the file system's errors. */
  static async take(folder: string, now: () => number): Promise<WorkerHold | undefined> {
    const path = join(folder, 'worker');
    const release = await claimShared(path);
    try {
      if (await makeOwn(path, now)) return new WorkerHold(path, release, now);
    } catch (error) {
      await release();
      throw error;
    }
    await release();
    return undefined;
  }

  /** Whether the folder is still this process's; to be asked before each write. Looks as often as it gives a sign. */
  async isKept(): Promise<boolean> {
    const nowMs = this.#now();
    if (nowMs - this.#signedMs < signMs && nowMs >= this.#signedMs) return true;
    if ((await readOwnerLink(this.#path)) !== self) return false;
    await ifThere(lutimes(this.#path, nowMs / 1000, nowMs / 1000));
    this.#signedMs = nowMs;
    return (await readOwnerLink(this.#path)) === self;
  }

  /** The last store of the process gives the folder back. */
  async release(): Promise<void> {
    await this.#release();
    const alone = await claim(this.#path);
    if (alone === undefined) return;
    try {
      if ((await readOwnerLink(this.#path)) === self) await rm(this.#path, { force: true });
    } finally {
      await alone();
    }
  }
}

async function makeOwn(path: string, now: () => number): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await makeOwnerLink(path, self)) return true;
    const holder = await readOwnerLink(path);
    if (holder === self) return true;
    if (holder === undefined) continue;
    if (!hasEnded(holder) && !(await isSilent(path, holder, now()))) return false;
    await setAside(path, holder);
  }
  return false;
}

/** Another process may have been quicker: what was caught instead of the one that was seen is put back. */
async function setAside(path: string, holder: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await ifThere(rename(path, aside));
  const caught = await readOwnerLink(aside);
  if (caught !== undefined && caught !== holder) await rename(aside, path);
  else await rm(aside, { force: true });
  seen.delete(path);
}

const here = `${readBootId()} ${processNamespace()}`;
const self = `${process.pid} ${processStart(process.pid) ?? ''} ${here}`;

/** Pids of another one say nothing here. Empty where the system has none. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function hasEnded(holder: string): boolean {
  const [pid = '', start = '', ...place] = holder.split(' ');
  if (place.join(' ') !== here) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  return (processStart(Number(pid)) ?? '') !== start;
}

/** Each asking looks whether the holder has given a sign since the one before. */
async function isSilent(path: string, holder: string, nowMs: number): Promise<boolean> {
  const signedMs = (await ifThere(lstat(path)))?.mtimeMs ?? 0;
  const before = seen.get(path);
  if (before?.holder === holder && before.signedMs === signedMs && nowMs >= before.sinceMs) return nowMs - before.sinceMs >= silenceMs;
  seen.set(path, { holder, signedMs, sinceMs: nowMs });
  return false;
}
