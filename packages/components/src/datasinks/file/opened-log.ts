import { open, readFile, rename, type FileHandle } from 'node:fs/promises';

/** One numbered line of the log: what happened to a file since the last committed checkpoint; enough to undo it. */
export type OpenedEntry = OpenedChange & { readonly n: number };

/** A change to note, before it gets its number. Paths are relative to the root, `body` is the length before the first write. */
export type OpenedChange =
  | { readonly do: 'open'; readonly path: string; readonly body: number }
  | { readonly do: 'rotate'; readonly path: string; readonly to: string }
  /** Left in good order: nothing was half written, and others may have gone on with the files since. */
  | { readonly do: 'close' };

/** Rewritten, newest half kept, when it grows past this. */
const compactBytes = 8 * 1024 * 1024;

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

  /** Entries of an earlier run, oldest first; a torn last line is left out. */
  static async read(path: string): Promise<OpenedEntry[]> {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
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

  /** Starts an empty log whose numbers go on after `last`. */
  static async start(path: string, last: number, sync: boolean): Promise<OpenedLog> {
    return new OpenedLog(path, sync, await open(path, 'w', 0o640), last + 1, 0);
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
