import { readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { ifThere } from './if-there.ts';

/** What file systems answer that know no symbolic links, or none that leads to so long a name (XFS: 1,024 bytes). */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENAMETOOLONG']);

/**
 * Writes the name of an owner to `path` unless another one is there. It is a symbolic link that leads nowhere, which is there
 * as a whole or not at all, or a file where links cannot be made. False: there is one. Throws the file system's errors.
 */
export async function makeOwnerLink(path: string, owner: string): Promise<boolean> {
  try {
    await symlink(owner, path).catch((error: unknown) => {
      if (!noLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      return writeFile(path, owner, { flag: 'wx', mode: 0o600 });
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    if ((await readOwnerLink(path)) === '') await rm(path, { force: true });
    throw error;
  }
}

/** The name there is; undefined without one, empty while a file is being written or where that was cut short. */
export const readOwnerLink = (path: string): Promise<string | undefined> =>
  ifThere(
    readlink(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      return readFile(path, 'utf8');
    }),
  );
