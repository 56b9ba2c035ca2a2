import { open, readdir, readFile, rename, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifThere } from './if-there.ts';

/** One numbered line of the log: what happened to a file since the last committed checkpoint; enough to undo it. */
export type OpenedEntry = OpenedChange & { readonly n: number };

/**
 * A change to note, before it gets its number. Paths are relative to the root, `body` is the length before the first write;
 * `ino` is the file's number on its disk, absent where an earlier release noted it.
 */
export type OpenedChange =
  | { readonly do: 'open'; readonly path: string; readonly body: number; readonly ino?: number }
  | { readonly do: 'rotate'; readonly path: string; readonly to: string }
  /** Left in good order: nothing was half written, and others may have gone on with the files since. */
  | { readonly do: 'close' };

/** Rewritten, newest half kept, when it grows past this. */
const compactBytes = 8 * 1024 * 1024;

const folder = '.acequia';
const ending = '.opened';

/**
 * A small log per branch, one JSON line for each file opened or rotated, written before the act. Together with the
 * checkpoint's number it tells after a crash which files were touched by events that were not yet committed.
 */
export class OpenedLog {
  readonly #path: string;
  readonly #sync: boolean;
  #file: FileHandle;
  #next: number;
  #bytes: number;

  private constructor(path: string, sync: boolean, file: FileHandle, next: number, bytes: number) {
    this.#path = path;
    this.#sync = sync;
    this.#file = file;
    this.#next = next;
    this.#bytes = bytes;
  }

  /** Where the log of a run lies. */
  static pathOf(root: string, run: string): string {
    return join(root, folder, run + ending);
  }

  /** What other runs noted, of which each wrote its log last at the earliest when this run did. */
  static async others(root: string, run: string): Promise<OpenedEntry[]> {
    const entries: OpenedEntry[] = [];
    const writtenMs = await writtenAt(OpenedLog.pathOf(root, run));
    if (writtenMs === undefined) return entries;
    for (const name of await readdir(join(root, folder))) {
      if (!name.endsWith(ending) || name === run + ending) continue;
      const path = join(root, folder, name);
      if (((await writtenAt(path)) ?? 0) >= writtenMs) entries.push(...(await OpenedLog.read(path)));
    }
    return entries;
  }

  /** Entries of an earlier run, oldest first; a torn last line is left out. */
  static async read(path: string): Promise<OpenedEntry[]> {
    const text = await ifThere(readFile(path, 'utf8'));
    if (text === undefined) return [];
    const entries: OpenedEntry[] = [];
    for (const line of text.split('\n').slice(0, -1)) {
      try {
        entries.push(JSON.parse(line) as OpenedEntry);
      } catch {
        continue;
      }
    }
    return entries;
  }

  /** Starts an empty log whose numbers go on after `last`; with `sync` a power cut leaves its name. */
  static async start(path: string, last: number, sync: boolean): Promise<OpenedLog> {
    const file = await open(path, 'w', 0o640);
    if (sync) await syncFolder(dirname(path));
    return new OpenedLog(path, sync, file, last + 1, 0);
  }

  /** Number of the newest entry; what the checkpoint names. */
  get last(): number {
    return this.#next - 1;
  }

  async note(change: OpenedChange): Promise<void> {
    const line = `${JSON.stringify({ n: this.#next, ...change })}\n`;
    if (this.#bytes + line.length > compactBytes) await this.#compact();
    await this.#file.write(line);
    if (this.#sync) await this.#file.datasync();
    this.#next += 1;
    this.#bytes += Buffer.byteLength(line);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #compact(): Promise<void> {
    const entries = await OpenedLog.read(this.#path);
    const kept = entries
      .slice(entries.length >> 1)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join('');
    const fresh = await open(`${this.#path}.new`, 'w', 0o640);
    await fresh.write(kept);
    await fresh.datasync();
    await rename(`${this.#path}.new`, this.#path);
    await this.#file.close();
    this.#file = fresh;
    this.#bytes = Buffer.byteLength(kept);
  }
}

async function writtenAt(path: string): Promise<number | undefined> {
  return (await ifThere(stat(path)))?.mtimeMs;
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
