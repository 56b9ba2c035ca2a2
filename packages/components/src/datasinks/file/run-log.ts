import { constants, lstat, open, readdir, rename, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '@acequia/base';
import { ifThere } from './if-there.ts';
import { isRotatedNameOf } from './rotation.ts';
import { isPathBelow } from './usable-path.ts';
import { writeAll } from './write-all.ts';

/** Something a run did to a file. Paths are below the tenant's folder; `ino` is the file's number on its disk. */
export type RunChange =
  /** `body` is the length before the first write. */
  | { readonly do: 'open'; readonly path: string; readonly ino: string; readonly body: number; readonly atMs: number }
  | { readonly do: 'rotate'; readonly path: string; readonly to: string; readonly ino: string }
  /** What the run wrote to these files was committed, and others may write to them. */
  | { readonly do: 'yield'; readonly paths: readonly string[] }
  /** Nothing was half written; the lengths of the files that were still open. */
  | { readonly do: 'close'; readonly bodies: readonly (readonly [ino: string, body: number])[] };

/** A numbered line of the log. */
export type RunEntry = RunChange & { readonly n: number };

/** Rewritten, newest half kept, when it grows past this: many times what is written between two commits. */
const compactBytes = 16 * 1024 * 1024;

/** So much of a log's end is read first. */
const endBytes = 64 * 1024;

const ending = '.opened';

/** The last reading of others' logs: after a crash many stores open at once. */
let readingOthers: Promise<void> = Promise.resolve();

/**
 * The log of one run: a JSON line for each file opened or rotated, written before the act. With the number that a checkpoint
 * holds it tells after a crash which files were touched by events that were not yet committed.
 */
export class RunLog {
  readonly #path: string;
  readonly #sync: boolean;
  #file: FileHandle;
  #last: number;
  #bytes: number;

  private constructor(path: string, sync: boolean, file: FileHandle, last: number, bytes: number) {
    this.#path = path;
    this.#sync = sync;
    this.#file = file;
    this.#last = last;
    this.#bytes = bytes;
  }

  /** Ready to go on after `last`, the highest number that the run has used; with `sync` a power cut leaves its name. */
  static async open(folder: string, run: string, last: number, sync: boolean): Promise<RunLog> {
    const path = pathOf(folder, run);
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    try {
      if (sync) await syncFolder(folder);
      const { at, bytes } = await readEnd(file, () => true);
      const whole = at + bytes.lastIndexOf(0x0a) + 1;
      await file.truncate(whole);
      return new RunLog(path, sync, file, last, whole);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Whether a run has a log. */
  static async isThere(folder: string, run: string): Promise<boolean> {
    return (await ifThere(lstat(pathOf(folder, run)))) !== undefined;
  }

  /**
   * What a run noted, oldest first: all after the number `after`, and of what came before it as much as is at hand. Lines that this
   * program cannot have written are reported and left out, a torn last one too.
   */
  static async read(folder: string, run: string, log: Log, after = 0): Promise<RunEntry[]> {
    const file = await ifThere(open(pathOf(folder, run), 'r'));
    if (file === undefined) return [];
    let text: string;
    try {
      const isEnough = (line: string) => (parseEntry(line)?.n ?? Infinity) <= after;
      text = (await readEnd(file, after === 0 ? undefined : isEnough)).bytes.toString();
    } finally {
      await file.close();
    }
    const entries: RunEntry[] = [];
    let refused = 0;
    for (const line of text.split('\n').slice(0, -1)) {
      const entry = parseEntry(line);
      if (entry === undefined) refused += 1;
      else entries.push(entry);
    }
    if (refused > 0) log.warn({ run, lines: refused }, 'lines of a log of written files are not of this program and do nothing');
    return entries;
  }

  /** Hands on what all other runs in the folder noted, one run after the other. One log at a time is in memory for all of the thread. */
  static readOthers(folder: string, run: string, log: Log, take: (entry: RunEntry) => void): Promise<void> {
    const read = readingOthers.then(async () => {
      for (const name of await readdir(folder)) {
        const other = name.slice(0, -ending.length);
        if (name.endsWith(ending) && other !== run) for (const entry of await RunLog.read(folder, other, log)) take(entry);
      }
    });
    readingOthers = read.catch(() => undefined);
    return read;
  }

  /** Number of the newest entry; what a checkpoint holds. */
  get last(): number {
    return this.#last;
  }

  /** A line of which only a part came to the disk is written over by the next one. */
  async note(change: RunChange): Promise<void> {
    const line = Buffer.from(`${JSON.stringify({ n: this.#last + 1, ...change })}\n`);
    if (this.#bytes + line.length > compactBytes) await this.#compact();
    await writeAll(this.#file, line, this.#bytes);
    if (this.#sync) await this.#file.datasync();
    this.#last += 1;
    this.#bytes += line.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #compact(): Promise<void> {
    const all = Buffer.alloc(this.#bytes);
    await this.#file.read(all, 0, this.#bytes, 0);
    const kept = all.subarray(all.indexOf(0x0a, this.#bytes >> 1) + 1);
    const fresh = await open(`${this.#path}.new`, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, 0o600);
    try {
      await writeAll(fresh, kept, 0);
      if (this.#sync) await fresh.datasync();
      await rename(`${this.#path}.new`, this.#path);
      if (this.#sync) await syncFolder(dirname(this.#path));
    } catch (error) {
      await fresh.close();
      throw error;
    }
    const replaced = this.#file;
    this.#file = fresh;
    this.#bytes = kept.length;
    await replaced.close();
  }
}

const pathOf = (folder: string, run: string): string => join(folder, run + ending);

/**
 * The end of a file from the beginning of a line on, and where that is: the shortest that was looked at with a first line of which
 * `isEnough` says so, else the whole file.
 */
async function readEnd(file: FileHandle, isEnough?: (line: string) => boolean): Promise<{ readonly at: number; readonly bytes: Buffer }> {
  const { size } = await file.stat();
  for (let length = isEnough === undefined ? size : endBytes; ; length *= 4) {
    const start = Math.max(0, size - length);
    const bytes = await readFrom(file, start, size - start);
    if (start === 0) return { at: 0, bytes };
    const first = bytes.indexOf(0x0a) + 1;
    const end = bytes.indexOf(0x0a, first);
    if (first > 0 && end > 0 && isEnough?.(bytes.toString('utf8', first, end))) return { at: start + first, bytes: bytes.subarray(first) };
  }
}

async function readFrom(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isIno = (value: unknown): value is string => typeof value === 'string' && /^\d{1,20}$/.test(value);

function parseEntry(line: string): RunEntry | undefined {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(line) as Record<string, unknown> | null;
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !isLength(value['n'])) return undefined;
  const { path, to, ino, body, bodies, paths } = value;
  const known =
    (value['do'] === 'open' && isPathBelow(path) && isIno(ino) && isLength(body) && typeof value['atMs'] === 'number') ||
    (value['do'] === 'rotate' && isPathBelow(path) && isPathBelow(to) && isIno(ino) && isRotatedNameOf(to, path)) ||
    (value['do'] === 'yield' && Array.isArray(paths) && paths.every(isPathBelow)) ||
    (value['do'] === 'close' && Array.isArray(bodies) && bodies.every((pair: unknown[]) => isIno(pair?.[0]) && isLength(pair[1])));
  return known ? (value as unknown as RunEntry) : undefined;
}

/** Some file systems of networks know no sync of a folder; there a name is durable when it was made. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}
