import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteMs } from '@acequia/base';

const name = /^acequia-apart-(\d+)-/;
/** Longer than a process apart lives without a question: a folder of another machine or container may look as if its owner had ended. */
const oldMs = 15 * minuteMs;

/** A new folder that tells whose it is. */
export const makeApartFolder = (root = tmpdir()): string => mkdtempSync(join(root, `acequia-apart-${process.pid}-`));

/** Takes away the folders of processes that ended without doing so. What cannot be taken away stays. */
export function removeLeftApartFolders(nowMs: number, root = tmpdir()): void {
  for (const entry of readdirSync(root)) {
    const owner = name.exec(entry)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const folder = join(root, entry);
    try {
      if (nowMs - statSync(folder).mtimeMs > oldMs) rmSync(folder, { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
