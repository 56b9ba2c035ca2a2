import { constants } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { Disconnected, Misconfigured } from '@acequia/component-sdk/runtime';
import { OpenedLog } from './opened-log.ts';
import type { PathClaims } from './path-claims.ts';
import { mustRotate, nextRotation, prune, rotatedName, type RotationLimits } from './rotation.ts';
import { openFolder } from './safe-path.ts';
import { undoRun, type KnownState } from './undo-run.ts';
import { writeAll } from './write-all.ts';

export interface FileStoreOptions {
  /** Absolute folder; must exist. */
  readonly root: string;
  /** Permission bits of new files. */
  readonly mode: number;
  /** True: data is on the disk when `append` returns; false: in the page cache. */
  readonly sync: boolean;
  readonly limits: RotationLimits;
  readonly openFiles: number;
  /** Bytes that close the file and are written over by the next append (`]` of a JSON array). */
  readonly tail: Uint8Array;
  readonly now: () => number;
  readonly claims: PathClaims;
  /** Of this branch alone, the same after a crash: names its log of opened files, and stands in the checkpoint. */
  readonly run: string;
}

interface OpenFile {
  readonly path: string;
  readonly absolute: string;
  readonly handle: FileHandle;
  /** Length without the tail. */
  body: number;
  openedMs: number;
}

interface Checkpoint extends KnownState {
  readonly run: string;
}

/** Below the 64 KiB a checkpoint may have. */
const checkpointBytesMax = 60 * 1024;

/**
 * Files of one branch, each written by appending whole batches. What `append` has returned for is in the file. What the run
 * wrote and the last committed checkpoint does not know, or all it wrote where none was committed, is cut off again by
 * `open` after a crash, so what is then sent once more leaves no torn and no doubled line; a file that another run has
 * opened since keeps all its lines. Calls come one after the other.
 */
export class FileStore {
  readonly #options: FileStoreOptions;
  readonly #log: OpenedLog;
  readonly #open = new Map<string, OpenFile>();
  readonly #openedMs: Map<string, number>;

  private constructor(options: FileStoreOptions, log: OpenedLog, openedMs: Map<string, number>) {
    this.#options = options;
    this.#log = log;
    this.#openedMs = openedMs;
  }

  /**
   * Undoes what the run did after the checkpoint, then is ready to append. A checkpoint of another run is what an earlier
   * version left when it handed its place on: that run is settled, and this one goes on under its own name. Throws the
   * file system's errors.
   */
  static async open(options: FileStoreOptions, checkpoint: string | undefined): Promise<FileStore> {
    const { root, run, tail, sync } = options;
    await openFolder(root, '.acequia/x', () => []);
    const known = parseCheckpoint(checkpoint);
    if (known !== undefined && known.run !== run) {
      const left = await OpenedLog.start(OpenedLog.pathOf(root, known.run), await undoRun(root, known.run, tail, known), sync);
      await left.note({ do: 'close' });
      await left.close();
    }
    const last = await undoRun(root, run, tail, known?.run === run ? known : undefined);
    const openedMs = new Map(known?.files.map((file) => [file.path, file.openedMs]));
    return new FileStore(options, await OpenedLog.start(OpenedLog.pathOf(root, run), last, sync), openedMs);
  }

  /**
   * Appends what `render` makes for the file (`fresh` = it starts an empty file). Sizes for rotation are of written, that
   * is packed, bytes. Returns the bytes written.
   */
  async append(
    path: string,
    sizeHint: number,
    records: () => readonly number[],
    render: (fresh: boolean) => Promise<Uint8Array>,
  ): Promise<number> {
    let file = await this.#acquire(path, records);
    if (mustRotate(this.#options.limits, file.body, file.openedMs, this.#options.now(), sizeHint)) {
      await this.#rotate(file);
      file = await this.#acquire(path, records);
    }
    const bytes = await render(file.body === 0);
    const { tail } = this.#options;
    try {
      await writeAll(file.handle, bytes, file.body);
      if (tail.length > 0) await writeAll(file.handle, tail, file.body + bytes.length);
      if (this.#options.sync) await file.handle.datasync();
    } catch (error) {
      await this.#forget(file);
      throw error;
    }
    file.body += bytes.length;
    return bytes.length + tail.length;
  }

  /** What must be committed with the progress of everything appended so far. */
  checkpoint(): string {
    for (;;) {
      const files = [...this.#open.values()].map(({ path, body, openedMs }) => ({ path, body, openedMs }));
      const text = JSON.stringify({ run: this.#options.run, n: this.#log.last, files } satisfies Checkpoint);
      if (text.length <= checkpointBytesMax || files.length <= 1) return text;
      throw new Misconfigured('DELIVERY_FILE_PATHS', { message: 'open files with long paths do not fit a checkpoint' });
    }
  }

  async close(): Promise<void> {
    for (const file of this.#open.values()) await file.handle.close();
    this.#open.clear();
    this.#options.claims.release(this);
    await this.#log.note({ do: 'close' });
    await this.#log.close();
  }

  async #acquire(path: string, records: () => readonly number[]): Promise<OpenFile> {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    const absolute = await openFolder(this.#options.root, path, records);
    if (!this.#options.claims.take(absolute, this)) throw new Disconnected('DELIVERY_FILE_IN_USE', { message: path });
    while (this.#open.size >= this.#options.openFiles) await this.#evict();
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    const handle = await open(absolute, O_RDWR | O_CREAT | O_NOFOLLOW, this.#options.mode);
    try {
      const info = await handle.stat();
      const body = Math.max(0, info.size - this.#options.tail.length);
      await this.#log.note({ do: 'open', path, body, ino: info.ino });
      const openedMs =
        this.#openedMs.get(path) ?? (info.size === 0 ? this.#options.now() : Math.min(info.birthtimeMs, this.#options.now()));
      this.#openedMs.delete(path);
      const file: OpenFile = { path, absolute, handle, body, openedMs };
      this.#open.set(path, file);
      return file;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async #evict(): Promise<void> {
    const [oldest] = this.#open.values();
    if (oldest === undefined) return;
    this.#open.delete(oldest.path);
    await oldest.handle.close();
  }

  /** After a failed write: back to the length that was proven, and opened anew next time. */
  async #forget(file: OpenFile): Promise<void> {
    this.#open.delete(file.path);
    this.#openedMs.set(file.path, file.openedMs);
    try {
      await file.handle.truncate(file.body);
      if (file.body > 0) await writeAll(file.handle, this.#options.tail, file.body);
    } finally {
      await file.handle.close();
    }
  }

  async #rotate(file: OpenFile): Promise<void> {
    const nowMs = this.#options.now();
    const n = await nextRotation(file.absolute, nowMs);
    await this.#log.note({ do: 'rotate', path: file.path, to: rotatedName(file.path, nowMs, n) });
    this.#open.delete(file.path);
    await file.handle.close();
    await rename(file.absolute, rotatedName(file.absolute, nowMs, n));
    await prune(file.absolute, this.#options.limits, nowMs);
  }
}

function parseCheckpoint(text: string | undefined): Checkpoint | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Checkpoint>;
    return typeof value.run === 'string' && typeof value.n === 'number' && Array.isArray(value.files) ? (value as Checkpoint) : undefined;
  } catch {
    return undefined;
  }
}
