import { readdir, realpath, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { matchesGlob, mayHold, parseGlob, type Glob } from './glob.ts';

export interface FoundFile {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** 0 where the file system does not know it. */
  readonly birthtimeMs: number;
}

export interface Findings {
  readonly files: readonly FoundFile[];
  /** Folders that were looked into. */
  readonly folders: readonly string[];
  /** Folders that could not be read: what they hold is not known now. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** There are more folders than are looked into. */
  readonly cut: boolean;
}

const foldersMax = 5000;
const entriesMax = 200_000;
const statsAtOnce = 32;
/** Forms of globs that names are held against before everything else of the worker has its turn. */
const formsAtOnce = 5000;

/** Looks for regular files below folders that are allowed. Symbolic links are followed as long as they lead below a root. */
export function createFinder(include: readonly string[], exclude: readonly string[], roots: readonly string[]) {
  const wanted = include.map((text) => parseGlob(text)).filter((glob): glob is Glob => glob !== undefined);
  const unwanted = exclude.map((text) => parseGlob(text)).filter((glob): glob is Glob => glob !== undefined);

  const unwantedForms = unwanted.reduce((sum, { forms }) => sum + forms.length, 0);

  return async function find(): Promise<Findings> {
    const files = new Map<string, FoundFile>();
    const folders: string[] = [];
    const unreadable: { path: string; code: string }[] = [];
    const seen = new Set<string>();
    let entries = 0;
    let cut = false;
    let tried = 0;

    async function look(glob: Glob, folder: string, names: readonly string[], above: readonly string[]): Promise<void> {
      if (folders.length >= foldersMax || entries >= entriesMax) {
        cut = true;
        return;
      }
      const list = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') unreadable.push({ path: folder, code: error.code ?? '' });
        return [];
      });
      if (!seen.has(folder)) {
        seen.add(folder);
        folders.push(folder);
      }
      entries += list.length;
      const candidates: string[] = [];
      const below: string[] = [];
      for (const entry of list) {
        tried += glob.forms.length + unwantedForms;
        if (tried > formsAtOnce) {
          tried = 0;
          await setImmediate();
        }
        const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`;
        const matches = !entry.isDirectory() && matchesGlob(glob, path) && !unwanted.some((other) => matchesGlob(other, path));
        if (matches && (entry.isFile() || entry.isSymbolicLink())) candidates.push(path);
        if ((entry.isDirectory() || entry.isSymbolicLink()) && mayHold(glob, [...names, entry.name])) below.push(path);
      }
      for (let at = 0; at < candidates.length; at += statsAtOnce) {
        await Promise.all(
          candidates.slice(at, at + statsAtOnce).map(async (path) => {
            const found = await stat(path).catch(() => undefined);
            if (!found?.isFile()) return;
            const { dev, ino, size, mtimeMs, birthtimeMs } = found;
            files.set(path, { path, dev, ino, size, mtimeMs, birthtimeMs });
          }),
        );
      }
      for (const path of below) {
        const real = await realpath(path).catch(() => undefined);
        if (real === undefined || above.includes(real) || !isBelow(real, roots)) continue;
        if (
          real !== path &&
          !(await stat(path).then(
            (found) => found.isDirectory(),
            () => false,
          ))
        )
          continue;
        await look(glob, path, [...names, path.slice(path.lastIndexOf('/') + 1)], [...above, real]);
      }
    }

    for (const glob of wanted) {
      const real = await realpath(glob.base).catch(() => undefined);
      if (real !== undefined && isBelow(real, roots)) await look(glob, glob.base, [], [real]);
    }
    return { files: [...files.values()], folders, unreadable, cut };
  };
}

/** Whether a real path is one of the folders or lies below one. */
export const isBelow = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => root === '/' || path === root || path.startsWith(`${root}/`));
