import type { RunEntry } from './run-log.ts';

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
export interface Touched {
  readonly ino: string;
  /** Where it was opened, and where it is now. */
  readonly path: string;
  place: string;
  /** Number of the newest entry of the log that was there when the run had begun to write to it. */
  readonly since: number;
  /** Lengths from which on the run wrote, the earliest first, with the time; the first one is what the checkpoint knows. */
  readonly starts: Start[];
}

/** `atMs` is undefined where the checkpoint has the length: an entry of the log from before it may tell (`openedMsOf`). */
export interface Start {
  readonly body: number;
  readonly atMs: number | undefined;
}

/** What a run wrote to after the checkpoint and has not given back. Each entry is looked at once, however many files there are. */
export function touchedAfter(entries: readonly RunEntry[], known: KnownState): Touched[] {
  const files = new Map<string, Touched>();
  const inosAt = new Map<string, Set<string>>();
  const begin = (ino: string, path: string, since: number, body: number, atMs?: number) => {
    const before = files.get(ino);
    if (before !== undefined) inosAt.get(before.path)?.delete(ino);
    files.set(ino, { ino, path, place: path, since, starts: [{ body, atMs }] });
    const inos = inosAt.get(path);
    if (inos === undefined) inosAt.set(path, new Set([ino]));
    else inos.add(ino);
  };
  for (const { ino, path, body } of known.files) begin(ino, path, known.n, body);
  for (const entry of entries) {
    if (entry.n <= known.n || entry.do === 'close') continue;
    if (entry.do === 'yield') {
      for (const path of entry.paths) {
        for (const ino of inosAt.get(path) ?? []) files.delete(ino);
        inosAt.delete(path);
      }
      continue;
    }
    const file = files.get(entry.ino);
    if (entry.do === 'rotate') {
      if (file !== undefined) file.place = entry.to;
      continue;
    }
    const { n, ino, path, body, atMs } = entry;
    // Shorter, or elsewhere, than it can be: the number is that of a new file.
    if (file === undefined || file.place !== path || body < file.starts[0]!.body) begin(ino, path, n, body, atMs);
    else file.starts.push({ body, atMs });
  }
  return [...files.values()];
}

/** When files that a checkpoint knows were opened, by their number. */
export function openedMsOf(entries: readonly RunEntry[], known: KnownState): ReadonlyMap<string, number> {
  const openedMs = new Map<string, number>();
  for (const entry of entries) if (entry.do === 'open' && entry.n <= known.n) openedMs.set(entry.ino, entry.atMs);
  return openedMs;
}
