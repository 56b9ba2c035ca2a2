import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Reject } from '@acequia/component-sdk/runtime';

/** Longest relative path a template may give, in bytes. */
export const maxPathBytes = 512;

/**
 * The rendered template as a path below the root: no empty, `.` or `..` parts, no control characters, no leading slash.
 * Undefined when nothing is left or the path is longer than `maxPathBytes`.
 */
export function cleanPath(rendered: string): string | undefined {
  const parts: string[] = [];
  for (const part of rendered.split(/[/\\]/)) {
    // eslint-disable-next-line no-control-regex -- control characters are what is removed
    const clean = part.replace(/[\u0000-\u001f\u007f]/g, '');
    if (clean !== '' && clean !== '.' && clean !== '..') parts.push(clean);
  }
  const path = parts.join('/');
  return path === '' || Buffer.byteLength(path) > maxPathBytes ? undefined : path;
}

/**
 * Makes the folders of `path` below `root` and returns the file's absolute path. A symbolic link that leads out of the
 * root is refused: `Reject('DELIVERY_PATH_OUTSIDE', 'all')`. Other faults are those of the file system.
 */
export async function openFolder(root: string, path: string, records: () => readonly number[]): Promise<string> {
  const realRoot = await realpath(root);
  const target = join(realRoot, path);
  const folder = dirname(target);
  let existing = folder;
  while (existing !== realRoot && !(await exists(existing))) existing = dirname(existing);
  const real = await realpath(existing);
  if (!isInside(realRoot, real)) {
    throw new Reject('DELIVERY_PATH_OUTSIDE', records(), { message: path });
  }
  if (existing !== folder) await mkdir(folder, { recursive: true, mode: 0o750 });
  return target;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
