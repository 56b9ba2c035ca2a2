import { lstat, readdir } from 'node:fs/promises';
import type { FoundFile } from './find-files.ts';
import { keyOf } from './fingerprint.ts';

/** Entries that are looked at in one search: far more than a folder of logs has. */
const entriesMax = 20_000;
const statsAtOnce = 32;

/**
 * Looks for files by device and inode among the regular files of the folders, whatever they are called; by key. Names that begin like one
 * of `names` come first. It looks at 20,000 entries at most, follows no symbolic link and goes into no folder; what cannot be read is left
 * out. That the content is the same is for the caller to see.
 */
export async function findStrays(
  folders: readonly string[],
  wanted: ReadonlySet<string>,
  names: readonly string[],
): Promise<ReadonlyMap<string, FoundFile>> {
  const strays = new Map<string, FoundFile>();
  let left = entriesMax;
  for (const folder of folders) {
    if (left <= 0 || strays.size === wanted.size) break;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const alike = new Set(files.filter((file) => names.some((name) => file.startsWith(name))));
    const inOrder = [...alike, ...files.filter((file) => !alike.has(file))].slice(0, left);
    left -= inOrder.length;
    for (let at = 0; at < inOrder.length && strays.size < wanted.size; at += statsAtOnce) {
      await Promise.all(
        inOrder.slice(at, at + statsAtOnce).map(async (name) => {
          const path = folder === '/' ? `/${name}` : `${folder}/${name}`;
          const found = await lstat(path).catch(() => undefined);
          if (!found?.isFile()) return;
          const { dev, ino, size, mtimeMs, birthtimeMs } = found;
          const key = keyOf(found);
          if (wanted.has(key)) strays.set(key, { path, dev, ino, size, mtimeMs, birthtimeMs });
        }),
      );
    }
  }
  return strays;
}
