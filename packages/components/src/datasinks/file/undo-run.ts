import { open, rename, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './if-there.ts';
import { OpenedLog, type OpenedEntry } from './opened-log.ts';
import { writeAll } from './write-all.ts';

/** What a committed checkpoint says of a run. */
export interface KnownState {
  /** Newest entry of the opened log it knows. */
  readonly n: number;
  /** Paths below the root; `body` is the length without the tail. */
  readonly files: readonly { readonly path: string; readonly body: number; readonly openedMs: number }[];
}

const nothing: KnownState = { n: 0, files: [] };

/**
 * Takes back what a run did to files after the checkpoint; without one, all it did since its log began. A run that closed in
 * good order is left as it is, and so is a file that another run has opened since: what stands there may be its own. May be
 * done again after a crash of its own. Returns the number of the log's last entry, 0 for none. Throws the file system's errors.
 */
export async function undoRun(root: string, run: string, tail: Uint8Array, known: KnownState = nothing): Promise<number> {
  const entries = await OpenedLog.read(OpenedLog.pathOf(root, run));
  const last = entries.at(-1);
  if (last?.do === 'close') return last.n;
  const later = entries.filter((entry) => entry.n > known.n);
  const lengths = new Map(known.files.map((file) => [file.path, file.body]));
  const found = new Map(lengths);
  for (const entry of later) {
    if (entry.do === 'close') continue;
    if (entry.do === 'rotate') found.set(entry.path, 0);
    else if (!found.has(entry.path)) found.set(entry.path, entry.body);
    if (entry.do === 'open' && !lengths.has(entry.path)) lengths.set(entry.path, entry.body);
  }
  const others = found.size === 0 ? [] : await OpenedLog.others(root, run);
  const kept = new Set<string>();
  for (const [path, body] of found) if (await isTaken(root, path, body, others)) kept.add(path);
  for (const entry of later.toReversed())
    if (entry.do === 'rotate' && !kept.has(entry.path)) await undoRotation(root, entry.path, entry.to);
  for (const [path, body] of lengths) if (!kept.has(path)) await cut(join(root, path), body, tail);
  return last?.n ?? 0;
}

/** Whether another run has opened this very file at or behind the length `body` from which on it was ours. */
async function isTaken(root: string, path: string, body: number, others: readonly OpenedEntry[]): Promise<boolean> {
  const info = await ifThere(stat(join(root, path)));
  if (info === undefined) return false;
  return others.some(
    (entry) => entry.do === 'open' && entry.path === path && entry.ino === info.ino && entry.body >= body && entry.body <= info.size,
  );
}

async function undoRotation(root: string, path: string, to: string): Promise<void> {
  if ((await ifThere(stat(join(root, to)))) !== undefined) await rename(join(root, to), join(root, path));
}

/** Cuts a file back to its committed body and closes it with the tail. A file that is shorter or gone is left alone. */
async function cut(path: string, body: number, tail: Uint8Array): Promise<void> {
  const info = await ifThere(stat(path));
  if (info === undefined || info.size < body) return;
  await truncate(path, body);
  if (body === 0 || tail.length === 0) return;
  const handle = await open(path, 'r+');
  try {
    await writeAll(handle, tail, body);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
