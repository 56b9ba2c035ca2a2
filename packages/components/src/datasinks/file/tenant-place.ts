import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Misconfigured } from '@acequia/component-sdk/runtime';

/** The product's own folder under a root. No tenant's id begins with a dot, so no tenant's folder is this one. */
export const ownFolder = '.acequia';

/** Where the files of one tenant are under a root, and where the logs of its runs are, which no path of a tenant can name. */
export interface TenantPlace {
  /** The operator's folder, as it was given. */
  readonly root: string;
  /** Real path. */
  readonly folder: string;
  readonly logs: string;
}

/** The tenant's place under a root, made when it is missing. Throws `Misconfigured`, or the file system's errors. */
export async function makePlace(root: string, tenantId: string): Promise<TenantPlace> {
  const base = await realpath(root);
  const place = placeIn(root, base, tenantId);
  for (const folder of [place.folder, join(base, ownFolder), place.logs]) await makeOwn(folder);
  return place;
}

/** The tenant's place under a root where something was written before; else undefined. */
export async function findPlace(root: string, tenantId: string): Promise<TenantPlace | undefined> {
  try {
    const place = placeIn(root, await realpath(root), tenantId);
    for (const folder of [place.folder, place.logs]) if (!(await lstat(folder)).isDirectory()) return undefined;
    return place;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function placeIn(root: string, base: string, tenantId: string): TenantPlace {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(tenantId)) throw new Misconfigured('DELIVERY_FILE_ROOT', { message: tenantId });
  return { root, folder: join(base, tenantId), logs: join(base, ownFolder, tenantId) };
}

/** A folder for the worker's user alone, unless an operator has made it, who may let others read. */
async function makeOwn(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  if (!(await lstat(folder)).isDirectory()) throw new Misconfigured('DELIVERY_FILE_ROOT', { message: basename(folder) });
}
