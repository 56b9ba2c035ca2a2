import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@acequia/base';
import { type FileHolds } from './file-holds.ts';
import { ifThere } from './if-there.ts';
import { RunLog, type RunEntry } from './run-log.ts';
import { openBelow } from './safe-path.ts';
import type { TenantPlace } from './tenant-place.ts';
import { touchedAfter, type KnownState, type Touched } from './touched-files.ts';
import { writeAll } from './write-all.ts';

/**
 * Cuts off what a run wrote after the checkpoint; without one, all that it wrote. What another run wrote behind it stays, and
 * so does what somebody else appended after the run was closed, and what the run has given back. A rotated file stays rotated.
 * May be done again after a crash of its own. Returns the number of the log's last entry, 0 for none. Throws the file system's errors.
 */
export async function undoRun(
  place: TenantPlace,
  holdsIn: () => Promise<FileHolds>,
  run: string,
  known: KnownState,
  tail: Uint8Array,
  log: Log,
): Promise<number> {
  const entries = await RunLog.read(place.logs, run, log);
  const last = entries.at(-1);
  const touched = touchedAfter(entries, known);
  if (touched.length === 0) return last?.n ?? 0;
  const left = new Map(last?.do === 'close' ? last.bodies : []);
  const others = othersOf(await RunLog.readOthers(place.logs, run, log));
  const holds = await holdsIn();
  for (const file of touched) await cutBack(place.folder, holds, file, left.get(file.ino), others, tail);
  return last?.n ?? 0;
}

/** A file at its path is the run's to cut as long as it holds it, or nobody does. Nobody writes to a rotated one. */
async function cutBack(
  folder: string,
  holds: FileHolds,
  file: Touched,
  left: number | undefined,
  others: Others,
  tail: Uint8Array,
): Promise<void> {
  const place = await locate(folder, file, others);
  if (place === undefined) return;
  if (place === file.path && !holds.has(place) && !(await holds.take(place, 0))) return;
  const handle = await openBelow(folder, place);
  if (handle === undefined) return;
  try {
    const { size } = await handle.stat();
    if (left !== undefined && size > left + tail.length) return;
    const start = file.starts.find(({ body, atMs }) => body <= size && !isTaken(others, file.ino, body, atMs, size - tail.length));
    if (start === undefined || (size === start.body && (size === 0 || tail.length === 0))) return;
    await handle.truncate(start.body);
    if (start.body > 0) await writeAll(handle, tail, start.body);
    await handle.datasync();
    if (start.body === 0 && place !== file.path) await unlink(join(folder, place));
  } finally {
    await handle.close();
  }
}

/**
 * Where the file is now: this run or another one may have rotated it. Some file systems give files new numbers; then it is the
 * file at its path, if no other run knows that path.
 */
async function locate(folder: string, file: Touched, others: Others): Promise<string | undefined> {
  for (const place of new Set([file.place, file.path, ...(others.files.get(file.ino)?.rotatedTo ?? [])]))
    if ((await inoAt(folder, place)) === file.ino) return place;
  const isKnown = file.place !== file.path || others.paths.has(file.path);
  return isKnown ? undefined : file.path;
}

async function inoAt(folder: string, place: string): Promise<string | undefined> {
  const info = await ifThere(lstat(join(folder, place), { bigint: true }));
  return info?.isFile() ? info.ino.toString() : undefined;
}

/** Whether another run has written behind the length `body`, from which on it was ours since `atMs`; the file is now `end` long without a tail. */
function isTaken(others: Others, ino: string, body: number, atMs: number, end: number): boolean {
  const starts = others.files.get(ino)?.starts ?? [];
  return starts.some((other) => other.body < end && (other.body > body || (other.body === body && other.atMs >= atMs)));
}

/** What other runs noted. */
interface Others {
  readonly paths: ReadonlySet<string>;
  readonly files: ReadonlyMap<
    string,
    { readonly starts: { readonly body: number; readonly atMs: number }[]; readonly rotatedTo: string[] }
  >;
}

function othersOf(entries: readonly RunEntry[]): Others {
  const paths = new Set<string>();
  const files = new Map<string, { starts: { body: number; atMs: number }[]; rotatedTo: string[] }>();
  for (const entry of entries) {
    if (entry.do === 'close' || entry.do === 'yield') continue;
    const file = files.get(entry.ino) ?? { starts: [], rotatedTo: [] };
    files.set(entry.ino, file);
    if (entry.do === 'rotate') file.rotatedTo.unshift(entry.to);
    else {
      paths.add(entry.path);
      file.starts.push({ body: entry.body, atMs: entry.atMs });
    }
  }
  return { paths, files };
}
