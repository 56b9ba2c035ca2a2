import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@acequia/base';
import { claim } from './claims.ts';
import { ifThere } from './if-there.ts';
import { RunLog, type RunEntry } from './run-log.ts';
import { openBelow } from './safe-path.ts';
import type { TenantPlace } from './tenant-place.ts';
import { writeAll } from './write-all.ts';

/** A file as a checkpoint knows it; `body` is the length without the tail. */
export interface KnownFile {
  readonly path: string;
  readonly ino: string;
  readonly body: number;
  readonly openedMs: number;
}

/** What a committed checkpoint says of a run. */
export interface KnownState {
  /** Newest entry of the run's log that it knows. */
  readonly n: number;
  /** The files that were open. */
  readonly files: readonly KnownFile[];
}

export const nothingKnown: KnownState = { n: 0, files: [] };

/** A file that the run wrote to after the checkpoint. */
interface Touched {
  readonly ino: string;
  /** Where it was opened, and where it is now. */
  readonly path: string;
  place: string;
  /** Lengths from which on the run wrote, the earliest first, with the time; the first one is what the checkpoint knows. */
  readonly starts: { readonly body: number; readonly atMs: number }[];
}

/**
 * Cuts off what a run wrote after the checkpoint; without one, all that it wrote. What another run wrote behind it stays, and
 * so does what somebody else appended after the run was closed. A rotated file stays rotated. May be done again after a crash
 * of its own. Returns the number of the log's last entry, 0 for none. Throws the file system's errors.
 */
export async function undoRun(place: TenantPlace, run: string, known: KnownState, tail: Uint8Array, log: Log): Promise<number> {
  const entries = await RunLog.read(place.logs, run, log);
  const last = entries.at(-1);
  const touched = touchedAfter(entries, known);
  if (touched.length === 0) return last?.n ?? 0;
  const left = new Map(last?.do === 'close' ? last.bodies : []);
  const others = await RunLog.readOthers(place.logs, run, log);
  for (const file of touched) await cutBack(place.folder, file, left.get(file.ino), others, tail);
  return last?.n ?? 0;
}

function touchedAfter(entries: readonly RunEntry[], known: KnownState): Touched[] {
  const files = new Map<string, Touched>();
  const begin = (ino: string, path: string, body: number, atMs: number) =>
    files.set(ino, { ino, path, place: path, starts: [{ body, atMs }] });
  for (const { ino, path, body } of known.files) {
    const opened = entries.findLast((entry) => entry.do === 'open' && entry.ino === ino && entry.n <= known.n);
    begin(ino, path, body, opened?.do === 'open' ? opened.atMs : Number.NEGATIVE_INFINITY);
  }
  for (const entry of entries) {
    if (entry.n <= known.n || entry.do === 'close') continue;
    const file = files.get(entry.ino);
    if (entry.do === 'rotate') {
      if (file !== undefined) file.place = entry.to;
      continue;
    }
    const { ino, path, body, atMs } = entry;
    // Shorter, or elsewhere, than it can be: the number is that of a new file.
    if (file === undefined || file.place !== path || body < file.starts[0]!.body) begin(ino, path, body, atMs);
    else file.starts.push({ body, atMs });
  }
  return [...files.values()];
}

async function cutBack(
  folder: string,
  file: Touched,
  left: number | undefined,
  others: readonly RunEntry[],
  tail: Uint8Array,
): Promise<void> {
  const release = await claim(join(folder, file.path));
  if (release === undefined) return;
  try {
    const handle = (await find(folder, file.place, file, others)) ?? (await find(folder, file.path, file, others));
    if (handle === undefined) return;
    try {
      const { size } = await handle.stat();
      if (left !== undefined && size > left + tail.length) return;
      const start = file.starts.find(({ body, atMs }) => body <= size && !isTaken(others, file.ino, body, atMs, size));
      if (start === undefined) return;
      if (size === start.body && (size === 0 || tail.length === 0)) return;
      await handle.truncate(start.body);
      if (start.body > 0) await writeAll(handle, tail, start.body);
      await handle.datasync();
      if (start.body === 0 && file.place !== file.path) await removeRotated(folder, file);
    } finally {
      await handle.close();
    }
  } finally {
    await release();
  }
}

/** The file at a path if it is this one: by its number, or, as some file systems give new numbers, because no other run knows the path. */
async function find(folder: string, path: string, file: Touched, others: readonly RunEntry[]) {
  const handle = await openBelow(folder, path);
  if (handle === undefined) return undefined;
  const { ino } = await handle.stat({ bigint: true });
  if (ino.toString() === file.ino) return handle;
  if (path === file.path && file.place === file.path && !others.some((entry) => entry.do === 'open' && entry.path === path)) return handle;
  await handle.close();
  return undefined;
}

/** Whether another run has written behind the length `body`, from which on it was ours since `atMs`. */
function isTaken(others: readonly RunEntry[], ino: string, body: number, atMs: number, size: number): boolean {
  return others.some(
    (entry) =>
      entry.do === 'open' && entry.ino === ino && entry.body < size && (entry.body > body || (entry.body === body && entry.atMs >= atMs)),
  );
}

/** A file that was begun and rotated after the checkpoint: nothing of it is left. */
async function removeRotated(folder: string, { place, ino }: Touched): Promise<void> {
  const path = join(folder, place);
  const info = await ifThere(lstat(path, { bigint: true }));
  if (info?.isFile() && info.ino.toString() === ino) await unlink(path);
}
