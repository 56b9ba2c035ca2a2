import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const fillerName = '.filler';

/** Mounts a file system of its own on the folder. Throws where this user may not: see `canMount`. */
export function mountSmallDisk(folder: string, sizeKb: number): void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder]);
  if (status !== 0) throw new Error(`no small disk: ${String(stderr)}`);
}

export const unmount = (folder: string): void => void spawnSync('umount', ['-l', folder]);

/** Leaves so many KiB free, none by default. */
export function fillDisk(folder: string, leaveKb = 0): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(join(folder, fillerName), Buffer.alloc(Math.max(0, bavail * bsize - leaveKb * 1024)));
}

export const freeDisk = (folder: string): void => rmSync(join(folder, fillerName));

/** Mounting needs root. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-mount-'));
  try {
    mountSmallDisk(folder, 64);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
