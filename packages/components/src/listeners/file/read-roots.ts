import { realpath, type FileHandle } from 'node:fs/promises';
import { Misconfigured, type RuntimeContext } from '@acequia/component-sdk/runtime';
import { isBelow } from './find-files.ts';
import { parseGlob } from './glob.ts';

/** The real paths of the folders the operator allows; throws `Misconfigured` when a pattern leads elsewhere. */
export async function allowedRoots(ctx: RuntimeContext, include: readonly string[]): Promise<readonly string[]> {
  const named = ctx.readRoots ?? [];
  if (named.length === 0) throw new Misconfigured('FILE_ROOTS_NONE');
  const roots: string[] = [];
  for (const root of named) roots.push(await realpath(root).catch(() => root));
  for (const text of include) {
    const base = parseGlob(text)?.base ?? '';
    const real = await realpath(base).catch(() => base);
    if (!isBelow(real, roots)) throw new Misconfigured('FILE_ROOT_OUTSIDE', { message: text });
  }
  return roots;
}

/** Whether an open file lies below the roots, whatever its path was swapped for meanwhile. */
export async function liesBelow(file: FileHandle, path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realpath(`/proc/self/fd/${file.fd}`).catch(() => realpath(path).catch(() => ''));
  return isBelow(real, roots);
}
