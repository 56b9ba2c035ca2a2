import { lstat, realpath, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@acequia/base';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { fitsCheckpoint, readCheckpoint, writeCheckpoint, type ReadCheckpoint } from './checkpoint.ts';
import { claim, type Release } from './claims.ts';
import { ifThere } from './if-there.ts';
import { settleOldRun } from './old-layout.ts';
import { mustRotate, nextRotation, prune, rotatedName, type RotationLimits } from './rotation.ts';
import { RunLog } from './run-log.ts';
import { createBelow } from './safe-path.ts';
import { findPlace, makePlace, type TenantPlace } from './tenant-place.ts';
import { nothingKnown, undoRun, type KnownFile } from './undo-run.ts';
import { WorkerHold } from './worker-hold.ts';
import { writeAll } from './write-all.ts';

export interface FileStoreOptions {
  /** The operator's folder to write below; absolute, must exist. */
  readonly root: string;
  /** All folders of the operator's: the run may have written below another one before its data sink was edited. */
  readonly roots: readonly string[];
  readonly tenantId: string;
  /** Permission bits of new files. */
  readonly mode: number;
  /** True: data is on the disk when `append` returns; false: in the page cache. */
  readonly sync: boolean;
  readonly limits: RotationLimits;
  readonly openFiles: number;
  /** Bytes that close the file and are written over by the next append (`]` of a JSON array). */
  readonly tail: Uint8Array;
  readonly now: () => number;
  /** Of this branch alone, the same after a crash: names its log, and is in the checkpoint. */
  readonly run: string;
  /** Whether the node's path template could give a path. */
  mayName(path: string): boolean;
  readonly log: Log;
}

export interface Appended {
  /** Bytes written, the tail included. */
  readonly bytes: number;
  /** What must be committed with the progress of everything appended so far. */
  readonly checkpoint: string;
}

interface OpenFile {
  readonly path: string;
  readonly ino: string;
  readonly handle: FileHandle;
  readonly release: Release;
  /** Length without the tail. */
  body: number;
  readonly openedMs: number;
}

/**
 * Files of one branch in its tenant's folder, each written by appending whole batches. What `append` has returned for is in the
 * file. What the run wrote and the last committed checkpoint does not know is cut off again by `open` after a crash, so what is
 * then sent once more leaves no torn and no doubled line; what another run has written behind it stays. Calls may come in any
 * order: they wait for each other, `close` for all before it, and a closed store takes no more.
 */
export class FileStore {
  readonly #options: FileStoreOptions;
  readonly #place: TenantPlace;
  readonly #log: RunLog;
  readonly #hold: WorkerHold;
  readonly #releaseRun: Release;
  /** The least recently used first. */
  readonly #open = new Map<string, OpenFile>();
  /** When files that are not open were begun, as far as the checkpoint knew. */
  readonly #openedMs: Map<string, number>;
  /** A file with part of a batch behind its body that could not be cut off yet. It stays claimed. */
  #torn: OpenFile | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  private constructor(
    options: FileStoreOptions,
    place: TenantPlace,
    log: RunLog,
    hold: WorkerHold,
    releaseRun: Release,
    openedMs: Map<string, number>,
  ) {
    this.#options = options;
    this.#place = place;
    this.#log = log;
    this.#hold = hold;
    this.#releaseRun = releaseRun;
    this.#openedMs = openedMs;
  }

  /**
   * Undoes what the run did after the checkpoint, then is ready to append. A checkpoint of another run is what an earlier
   * version left when it handed its place on: that run is settled too. Throws `Disconnected` while another store has the run,
   * or the file system's errors.
   */
  static async open(options: FileStoreOptions, checkpoint: string | undefined): Promise<FileStore> {
    const { root, tenantId, run, sync } = options;
    const known = readCheckpoint(checkpoint);
    const place = await makePlace(root, tenantId);
    const hold = await WorkerHold.take(place.logs, options.now);
    if (hold === undefined) throw inUse('another worker writes below this folder');
    let releaseRun: Release | undefined;
    try {
      releaseRun = await claimRun(place, run);
      let last = known?.n ?? 0;
      if (known !== undefined && known.run !== run) {
        const releaseEarlier = await claimRun(place, known.run);
        try {
          last = await settle(options, known.run, known);
        } finally {
          await releaseEarlier();
        }
      }
      const own = known?.run === run ? known : undefined;
      last = Math.max(last, await settle(options, run, own));
      const log = await RunLog.open(place.logs, run, last, sync);
      const files = own?.old === false && own.root === root ? own.files : [];
      return new FileStore(options, place, log, hold, releaseRun, new Map(files.map((file) => [file.path, file.openedMs])));
    } catch (error) {
      await releaseRun?.();
      await hold.release();
      throw error;
    }
  }

  /**
   * Appends what `render` makes for the file (`fresh` = it starts an empty file). Sizes for rotation are of written, that
   * is packed, bytes. When it throws, nothing was appended.
   */
  append(
    path: string,
    sizeHint: number,
    records: () => readonly number[],
    render: (fresh: boolean) => Promise<Uint8Array>,
  ): Promise<Appended> {
    if (this.#closing !== undefined) return Promise.reject(new Disconnected('DELIVERY_CONNECTION_CLOSED'));
    const appended = this.#turn.then(() => this.#append(path, sizeHint, records, render)).catch(afterRemoval);
    this.#turn = appended.catch(() => undefined);
    return appended;
  }

  /** Waits for appends under way; then no file is open and nothing claimed. */
  close(): Promise<void> {
    this.#closing ??= this.#turn.then(() => this.#close());
    return this.#closing;
  }

  async #append(
    path: string,
    sizeHint: number,
    records: () => readonly number[],
    render: (fresh: boolean) => Promise<Uint8Array>,
  ): Promise<Appended> {
    await this.#cutTorn().catch((error: unknown) => {
      throw new Disconnected('DELIVERY_FILE', { message: 'a failed write could not be taken back' }, error);
    });
    if (!(await this.#hold.isKept())) throw inUse('another worker writes below this folder');
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
      this.#open.delete(path);
      this.#openedMs.set(path, file.openedMs);
      this.#torn = file;
      await this.#cutTorn().catch(() => undefined);
      throw error;
    }
    file.body += bytes.length;
    return { bytes: bytes.length + tail.length, checkpoint: this.#checkpoint() };
  }

  #checkpoint(): string {
    const files: KnownFile[] = [...this.#open.values()];
    return writeCheckpoint({ run: this.#options.run, root: this.#options.root, n: this.#log.last, files });
  }

  async #close(): Promise<void> {
    await this.#cutTorn().catch(() => undefined);
    if (this.#torn !== undefined) await this.#shut(this.#torn);
    const bodies = [...this.#open.values()].map(({ ino, body }) => [ino, body] as const);
    try {
      for (const file of this.#open.values()) await this.#shut(file);
      await this.#log.note({ do: 'close', bodies });
    } finally {
      await this.#log.close();
      await this.#releaseRun();
      await this.#hold.release();
    }
  }

  async #acquire(path: string, records: () => readonly number[]): Promise<OpenFile> {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      if (await this.#isUntouched(known)) return known;
      await this.#shut(known);
    }
    const release = await claim(join(this.#place.folder, path));
    if (release === undefined) throw inUse(path);
    let handle: FileHandle | undefined;
    try {
      while (this.#open.size >= this.#options.openFiles || (this.#open.size > 0 && !fitsCheckpoint([...this.#open.keys(), path])))
        await this.#evict();
      handle = await createBelow(this.#place.folder, path, this.#options.mode, records);
      const { ino, size, birthtimeMs } = await handle.stat({ bigint: true });
      const nowMs = this.#options.now();
      const body = Math.max(0, Number(size) - this.#options.tail.length);
      await this.#log.note({ do: 'open', path, ino: ino.toString(), body, atMs: nowMs });
      const openedMs = this.#openedMs.get(path) ?? (size === 0n ? nowMs : Math.min(Number(birthtimeMs), nowMs));
      this.#openedMs.delete(path);
      const file: OpenFile = { path, ino: ino.toString(), handle, release, body, openedMs };
      this.#open.set(path, file);
      return file;
    } catch (error) {
      await handle?.close();
      await release();
      throw error;
    }
  }

  /** Whether the file still lies at its path, as long as we left it: people and log rotation remove, move and empty files. */
  async #isUntouched({ path, ino, body }: OpenFile): Promise<boolean> {
    const there = await ifThere(lstat(join(this.#place.folder, path), { bigint: true }));
    const { tail } = this.#options;
    return there?.ino.toString() === ino && (Number(there.size) === body + tail.length || (body === 0 && there.size === 0n));
  }

  async #evict(): Promise<void> {
    const [oldest] = this.#open.values();
    if (oldest !== undefined) await this.#shut(oldest);
  }

  async #shut(file: OpenFile): Promise<void> {
    this.#open.delete(file.path);
    try {
      await file.handle.close();
    } finally {
      await file.release();
    }
  }

  /** Takes off what a failed write left, so that nothing is written anywhere before the file is whole again. */
  async #cutTorn(): Promise<void> {
    if (this.#torn === undefined) return;
    const { handle, body } = this.#torn;
    const { size } = await handle.stat();
    if (size > body) await handle.truncate(body);
    if (body > 0 && size >= body) await writeAll(handle, this.#options.tail, body);
    const whole = this.#torn;
    this.#torn = undefined;
    await this.#shut(whole);
  }

  async #rotate(file: OpenFile): Promise<void> {
    const nowMs = this.#options.now();
    const absolute = join(this.#place.folder, file.path);
    const n = await nextRotation(absolute, nowMs);
    await this.#log.note({ do: 'rotate', path: file.path, to: rotatedName(file.path, nowMs, n), ino: file.ino });
    await rename(absolute, rotatedName(absolute, nowMs, n));
    await this.#shut(file);
    await prune(absolute, this.#options.limits, nowMs);
  }
}

/** Somebody has removed a folder under the store: a store that is opened anew makes it again, or says that the root is gone. */
function afterRemoval(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  throw new Disconnected('DELIVERY_CONNECTION_CLOSED', { message: 'a folder was removed' }, error);
}

const inUse = (message: string): Disconnected => new Disconnected('DELIVERY_FILE_IN_USE', { message });

async function claimRun(place: TenantPlace, run: string): Promise<Release> {
  const release = await claim(join(place.logs, run));
  if (release === undefined) throw inUse(run);
  return release;
}

/** Undoes what a run did after the checkpoint below any of the operator's folders. Returns the highest number it used. */
async function settle(options: FileStoreOptions, run: string, known: ReadCheckpoint | undefined): Promise<number> {
  const { roots, tenantId, tail, log, mayName } = options;
  let last = known?.n ?? 0;
  for (const root of roots) {
    const base = await ifThere(realpath(root));
    if (base === undefined) continue;
    if (known?.old !== false) {
      const state = known ?? nothingKnown;
      last = Math.max(last, await settleOldRun({ root: base, run, known: state, tail, mayName, log }));
    }
    const place = await findPlace(root, tenantId);
    if (place === undefined) continue;
    const files = known?.old === false && known.root === root ? known.files : [];
    last = Math.max(last, await undoRun(place, run, { n: known?.n ?? 0, files }, tail, log));
  }
  return last;
}
