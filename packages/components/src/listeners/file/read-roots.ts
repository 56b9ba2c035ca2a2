import { realpath, type FileHandle } from 'node:fs/promises';
import { pathByRoot, wholePattern } from '@acequia/component-sdk/definition';
import { Misconfigured, type RuntimeContext } from '@acequia/component-sdk/runtime';
import type { FileListenerConfig } from './config.ts';
import { isBelow } from './find-files.ts';
import { parseGlob } from './glob.ts';

/** What a listener may read of this machine. */
export interface Readable {
  /** Real paths of the folders the operator opened. */
  readonly roots: readonly string[];
  /** As configured, with every pattern a whole path. */
  readonly config: FileListenerConfig;
  /** A path as events and reasons have it: below the name of its folder, without where that lies on the machine. */
  named(path: string): string;
}

/** Throws `Misconfigured` when no folder is open, or a pattern leads elsewhere. */
export async function readable(ctx: RuntimeContext, config: FileListenerConfig): Promise<Readable> {
  const opened = ctx.readRoots ?? {};
  if (Object.keys(opened).length === 0) throw new Misconfigured('FILE_ROOTS_NONE');
  const real: Record<string, string> = {};
  for (const [name, root] of Object.entries(opened)) real[name] = await realpath(root).catch(() => root);
  const roots = Object.values(real);
  const isReal = (path: string) => !isBelow(path, Object.values(opened)) && isBelow(path, roots);
  const named = (path: string) => pathByRoot(path, isReal(path) ? real : opened);
  const outside = (pattern: string) => new Misconfigured('FILE_ROOT_OUTSIDE', { message: named(pattern) });
  const whole = (pattern: string): string => {
    const path = wholePattern(pattern, opened);
    if (path === undefined) throw outside(pattern);
    return path;
  };
  const include = config.include.map(whole);
  for (const path of include) {
    const base = parseGlob(path)?.base ?? '';
    const lies = await realpath(base).catch(() => base);
    if (!isBelow(lies, roots)) throw outside(path);
  }
  return { roots, config: { ...config, include, exclude: config.exclude.map(whole) }, named };
}

/** Whether an open file lies below the roots, whatever its path was swapped for meanwhile. */
export async function liesBelow(file: FileHandle, path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realpath(`/proc/self/fd/${file.fd}`).catch(() => realpath(path).catch(() => ''));
  return isBelow(real, roots);
}
