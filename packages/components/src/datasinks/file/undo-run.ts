import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@acequia/base';
import { type FileHolds } from './file-holds.ts';
import { ifThere } from './if-there.ts';
import { RunLog } from './run-log.ts';
import { openBelow } from './safe-path.ts';
import type { TenantPlace } from './tenant-place.ts';
import { openedMsOf, touchedAfter, type KnownState, type Start, type Touched } from './touched-files.ts';
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
  const entries = await RunLog.read(place.logs, run, log, known.n);
  const last = entries.at(-1);
  const touched = touchedAfter(entries, known);
  if (touched.length === 0) return last?.n ?? 0;
  const left = new Map(last?.do === 'close' ? last.bodies : []);
  const holds = await holdsIn();
  let others: Promise<Others> | undefined;
  const past: Past = {
    others: () => (others ??= readOthers(place.logs, run, touched, log)),
    openedMs: async () => openedMsOf(await RunLog.read(place.logs, run, log), known),
  };
  for (const file of touched) await cutBack(place.folder, holds, file, left.get(file.ino), past, tail);
  return last?.n ?? 0;
}

/**
 * A file at its path is the run's to cut as long as it holds it, or nobody does. Nobody writes to a rotated one. What other runs
 * noted is asked for only where the run has not held the file all the time, or somebody has moved it.
 */
async function cutBack(
  folder: string,
  holds: FileHolds,
  file: Touched,
  left: number | undefined,
  past: Past,
  tail: Uint8Array,
): Promise<void> {
  const isAlone = hasHeld(holds, file);
  const place = (await whereIs(folder, file.ino, [file.place, file.path])) ?? (await locate(folder, file, isAlone, past));
  if (place === undefined) return;
  if (place === file.path && !holds.has(place) && !(await holds.take(place, 0))) return;
  const handle = await openBelow(folder, place);
  if (handle === undefined) return;
  try {
    const { size } = await handle.stat();
    if (left !== undefined && size > left + tail.length) return;
    const isTaken = isAlone ? () => false : await takenBy(past, file, size - tail.length);
    const start = file.starts.find((each) => each.body <= size && !isTaken(each));
    if (start === undefined || (size === start.body && (size === 0 || tail.length === 0))) return;
    await handle.truncate(start.body);
    if (start.body > 0) await writeAll(handle, tail, start.body);
    await handle.datasync();
    if (start.body === 0 && place !== file.path) await unlink(join(folder, place));
  } finally {
    await handle.close();
  }
}

/** Whether the run has held the file since before it wrote to it. An undoing takes files with the time 0: that says nothing of before. */
function hasHeld(holds: FileHolds, { path, since }: Touched): boolean {
  const time = holds.takenAt(path) ?? 0;
  return time > 0 && time <= since;
}

/**
 * Where a file is that is not where the run has left it: another one may have rotated it. Some file systems give files new numbers;
 * then it is the file at its path, if no other run knows that path.
 */
async function locate(folder: string, file: Touched, isAlone: boolean, { others }: Past): Promise<string | undefined> {
  const isRotated = file.place !== file.path;
  if (isRotated && isAlone) return undefined;
  const { files, paths } = await others();
  const place = await whereIs(folder, file.ino, files.get(file.ino)?.rotatedTo ?? []);
  return place ?? (isRotated || paths.has(file.path) ? undefined : file.path);
}

async function whereIs(folder: string, ino: string, places: readonly string[]): Promise<string | undefined> {
  for (const place of new Set(places)) if ((await inoAt(folder, place)) === ino) return place;
  return undefined;
}

async function inoAt(folder: string, place: string): Promise<string | undefined> {
  const info = await ifThere(lstat(join(folder, place), { bigint: true }));
  return info?.isFile() ? info.ino.toString() : undefined;
}

/** Whether another run has written behind a length from which on the file was ours; it is now `end` long without a tail. */
async function takenBy(past: Past, { ino, starts }: Touched, end: number): Promise<(start: Start) => boolean> {
  const theirs = ((await past.others()).files.get(ino)?.starts ?? []).filter(({ body }) => body < end);
  if (theirs.length === 0) return () => false;
  const isKnown = starts.every(({ atMs }) => atMs !== undefined);
  const openedMs = (isKnown ? undefined : (await past.openedMs()).get(ino)) ?? Number.NEGATIVE_INFINITY;
  return ({ body, atMs = openedMs }) => theirs.some((other) => other.body > body || (other.body === body && other.atMs >= atMs));
}

/** What is read of the past only where it is needed. */
interface Past {
  others(): Promise<Others>;
  /** When files that the checkpoint knows were opened, by their number. */
  openedMs(): Promise<ReadonlyMap<string, number>>;
}

type TheirStart = Start & { readonly atMs: number };

/** What other runs noted of the files that this one touched. */
interface Others {
  readonly paths: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, { readonly starts: readonly TheirStart[]; readonly rotatedTo: readonly string[] }>;
}

/** Keeps of it what is about these files. */
async function readOthers(logs: string, run: string, touched: readonly Touched[], log: Log): Promise<Others> {
  const ours = new Set(touched.map(({ path }) => path));
  const paths = new Set<string>();
  const files = new Map(touched.map(({ ino }) => [ino, { starts: [] as TheirStart[], rotatedTo: [] as string[] }]));
  await RunLog.readOthers(logs, run, log, (entry) => {
    if (entry.do === 'close' || entry.do === 'yield') return;
    const file = files.get(entry.ino);
    if (entry.do === 'rotate') file?.rotatedTo.unshift(entry.to);
    else {
      if (ours.has(entry.path)) paths.add(entry.path);
      file?.starts.push({ body: entry.body, atMs: entry.atMs });
    }
  });
  return { paths, files };
}
