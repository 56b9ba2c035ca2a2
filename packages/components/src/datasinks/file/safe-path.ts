import { constants, lstat, mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Reject } from '@acequia/component-sdk/runtime';
import { ifThere } from './if-there.ts';

const outside = (path: string, records: readonly number[]) => new Reject('DELIVERY_PATH_OUTSIDE', records, { message: path });

/**
 * Makes the folders of `path` below `folder`, which is real, and opens the file, made when it is missing. A symbolic link out
 * of the folder, or in the file's place, and anything but a file are refused with `Reject`. Other errors are the file system's.
 */
export async function createBelow(folder: string, path: string, mode: number, records: () => readonly number[]): Promise<FileHandle> {
  const target = join(folder, path);
  await makeFolders(folder, dirname(target), path, records);
  const handle = await open(target, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, mode);
  try {
    if (!(await handle.stat()).isFile()) throw new Reject('DELIVERY_PATH', records(), { message: path });
    if (!(await isInside(handle, target, folder))) throw outside(path, records());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens the file that is there; undefined when there is none, or it is no file, or a link leads to it out of the folder. */
export async function openBelow(folder: string, path: string): Promise<FileHandle | undefined> {
  const target = join(folder, path);
  let handle: FileHandle;
  try {
    if (!(await lstat(target)).isFile()) return undefined;
    handle = await open(target, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
  try {
    if ((await handle.stat()).isFile() && (await isInside(handle, target, folder))) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

const absences = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);
const isAbsence = (error: unknown): boolean => absences.has((error as NodeJS.ErrnoException).code ?? '');

async function makeFolders(root: string, folder: string, path: string, records: () => readonly number[]): Promise<void> {
  let existing = folder;
  while (existing !== root && !(await exists(existing))) existing = dirname(existing);
  // A link that leads to nothing leads out as well as in.
  const real = existing === root ? await realpath(root) : await ifThere(realpath(existing));
  if (real === undefined || !isBelow(root, real)) throw outside(path, records());
  if (existing !== folder) await mkdir(folder, { recursive: true, mode: 0o750 });
}

/** Asks the open file itself: a folder on the way may have been swapped for a link since. */
async function isInside(handle: FileHandle, target: string, folder: string): Promise<boolean> {
  const real = await readlink(`/proc/self/fd/${handle.fd}`).catch(async () => join(await realpath(dirname(target)), 'file'));
  return isBelow(folder, real);
}

function isBelow(root: string, path: string): boolean {
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
