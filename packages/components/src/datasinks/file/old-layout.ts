import { lstat, readdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '@acequia/base';
import { ifThere } from './if-there.ts';
import { isRotatedNameOf } from './rotation.ts';
import { openBelow } from './safe-path.ts';
import { ownFolder } from './tenant-place.ts';
import { isPathBelow } from './usable-path.ts';
import { writeAll } from './write-all.ts';

/** What a checkpoint says that was made before tenants had folders of their own; paths are below the root. */
export interface OldState {
  readonly n: number;
  readonly files: readonly { readonly path: string; readonly body: number }[];
}

type OldEntry =
  | { readonly n: number; readonly do: 'open'; readonly path: string; readonly body: number; readonly ino?: number }
  | { readonly n: number; readonly do: 'rotate'; readonly path: string; readonly to: string }
  | { readonly n: number; readonly do: 'close' };

const ending = '.opened';

export interface OldRun {
  readonly root: string;
  readonly run: string;
  readonly known: OldState;
  readonly tail: Uint8Array;
  /** Whether the node's path template could give a path. */
  mayName(path: string): boolean;
  readonly log: Log;
}

/**
 * Takes back what a run wrote after its checkpoint while all tenants shared a root, as the version that wrote it would have.
 * Files and logs stay where they are and nobody writes to them any more, so this may be done again. In those days a template
 * could write into the logs: a path in them is used only if the node's own template could give it and it leads, through no
 * link, to a plain file that is in no tenant's folder. Returns the log's last number.
 */
export async function settleOldRun({ root, run, known, tail, mayName, log }: OldRun): Promise<number> {
  const logs = join(root, ownFolder);
  const entries = await read(join(logs, run + ending));
  const last = entries?.at(-1);
  if (entries === undefined || last?.do === 'close') return last?.n ?? 0;

  const isOurs = async (path: string): Promise<boolean> => {
    if (!isPathBelow(path) || !mayName(path)) return false;
    const [first] = path.split('/') as [string];
    return (
      first !== ownFolder && (await ifThere(lstat(join(logs, first))))?.isDirectory() !== true && (await leadsThroughNoLink(root, path))
    );
  };
  const later: OldEntry[] = [];
  let refused = 0;
  for (const entry of entries) {
    if (entry.n <= known.n || entry.do === 'close') continue;
    const isRotation = entry.do === 'rotate';
    if ((await isOurs(entry.path)) && (!isRotation || (isPathBelow(entry.to) && isRotatedNameOf(entry.to, entry.path)))) later.push(entry);
    else refused += 1;
  }
  if (refused > 0) log.warn({ run, lines: refused }, 'lines of an old log of written files do not belong to this node and do nothing');

  const lengths = new Map<string, number>();
  for (const { path, body } of known.files) if (await isOurs(path)) lengths.set(path, body);
  const found = new Map(lengths);
  for (const entry of later) {
    if (entry.do === 'rotate') found.set(entry.path, 0);
    if (entry.do !== 'open') continue;
    if (!found.has(entry.path)) found.set(entry.path, entry.body);
    if (!lengths.has(entry.path)) lengths.set(entry.path, entry.body);
  }
  const others = found.size === 0 ? [] : await readOthers(logs, run);
  const kept = new Set<string>();
  for (const [path, body] of found) if (await isTaken(root, path, body, others)) kept.add(path);
  for (const entry of later.toReversed())
    if (entry.do === 'rotate' && !kept.has(entry.path)) await undoRotation(root, entry.path, entry.to);
  for (const [path, body] of lengths) if (!kept.has(path)) await cut(root, path, body, tail);
  return last?.n ?? 0;
}

/** Undefined: there is no such log. */
async function read(path: string): Promise<OldEntry[] | undefined> {
  const text = await ifThere(readFile(path, 'utf8'));
  return text?.split('\n').slice(0, -1).flatMap(parse);
}

function parse(line: string): OldEntry[] {
  try {
    const value = JSON.parse(line) as Record<string, unknown> | null;
    const isKnown =
      Number.isSafeInteger(value?.['n']) &&
      (value!['do'] === 'close' ||
        (value!['do'] === 'rotate' && typeof value!['path'] === 'string' && typeof value!['to'] === 'string') ||
        (value!['do'] === 'open' &&
          typeof value!['path'] === 'string' &&
          Number.isSafeInteger(value!['body']) &&
          Number(value!['body']) >= 0));
    return isKnown ? [value as unknown as OldEntry] : [];
  } catch {
    return [];
  }
}

/** What other runs noted, of which each wrote its log last at the earliest when this run did. */
async function readOthers(logs: string, run: string): Promise<OldEntry[]> {
  const { mtimeMs } = await stat(join(logs, run + ending));
  const entries: OldEntry[] = [];
  for (const name of await readdir(logs)) {
    if (!name.endsWith(ending) || name === run + ending) continue;
    const path = join(logs, name);
    if (((await ifThere(stat(path)))?.mtimeMs ?? 0) >= mtimeMs) entries.push(...((await read(path)) ?? []));
  }
  return entries;
}

/** Whether another run has opened this very file at or behind the length `body` from which on it was ours. */
async function isTaken(root: string, path: string, body: number, others: readonly OldEntry[]): Promise<boolean> {
  const info = await ifThere(lstat(join(root, path)));
  if (info === undefined) return false;
  return others.some(
    (entry) => entry.do === 'open' && entry.path === path && entry.ino === info.ino && entry.body >= body && entry.body <= info.size,
  );
}

async function undoRotation(root: string, path: string, to: string): Promise<void> {
  if ((await ifThere(lstat(join(root, to))))?.isFile()) await rename(join(root, to), join(root, path));
}

/** A file that is shorter or gone is left alone. */
async function cut(root: string, path: string, body: number, tail: Uint8Array): Promise<void> {
  const handle = await openBelow(root, path);
  if (handle === undefined) return;
  try {
    if ((await handle.stat()).size < body) return;
    await handle.truncate(body);
    if (body > 0) await writeAll(handle, tail, body);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function leadsThroughNoLink(root: string, path: string): Promise<boolean> {
  const folder = dirname(join(root, path));
  return (await ifThere(realpath(folder))) === folder;
}
