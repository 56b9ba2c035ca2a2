import { lstat, realpath, rename, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { causeOf, Episode, type Log } from '@acequia/base';
import { Disconnected, Misconfigured, Retry, type FileShare, type FileShareMember } from '@acequia/component-sdk/runtime';
import { fitsCheckpoint, readCheckpoint, writeCheckpoint, type ReadCheckpoint } from './checkpoint.ts';
import { claim, type Release } from './claims.ts';
import { isOutOfFiles } from './file-errors.ts';
import { FileHolds } from './file-holds.ts';
import { ifThere } from './if-there.ts';
import { settleOldRun } from './old-layout.ts';
import { mustRotate, nextRotation, prune, rotatedName, type RotationLimits } from './rotation.ts';
import { RunLog } from './run-log.ts';
import { createBelow } from './safe-path.ts';
import { findPlace, makePlace, type TenantPlace } from './tenant-place.ts';
import { nothingKnown, type KnownFile } from './touched-files.ts';
import { undoRun } from './undo-run.ts';
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
  /** Of all stores of the thread. */
  readonly share: FileShare;
  /** Bytes that close the file and are written over by the next append (`]` of a JSON array). */
  readonly tail: Uint8Array;
  readonly now: () => number;
  /** Resolves a little later: how long is waited between two looks at a file that another run holds. */
  readonly pause: () => Promise<void>;
  /** Of this branch alone, the same after a crash: names its log, and is in the checkpoint. */
  readonly run: string;
  /** Of the run, for people who wait for its files. */
  readonly pipelineId: string;
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

/** The last append to a path. */
interface LastAppend {
  /** How many appends of the store there were when it ended. */
  readonly appends: number;
  readonly atMs: number;
}

interface OpenFile {
  readonly path: string;
  readonly ino: string;
  readonly handle: FileHandle;
  /** Length without the tail. */
  body: number;
  readonly openedMs: number;
}

/** An append waits for so long until another run gives the file back, before it says that it waits. */
const patienceMs = 2500;
/** Then it is tried again. */
const againMs = 250;
/** Files that are closed stay held until somebody asks, as long as there are no more than this: to take one again costs a sync. */
const heldMax = 512;
/** A closed file to which nothing was appended for so long is given back unasked, */
const idleMs = 10_000;
/** but no more than this many of them after one commit: an append may wait behind that. */
const portionMax = 256;
/** When another worker has the folder, opening is tried again after so long. */
const folderAgainMs = 1000;

/**
 * Files of one branch in its tenant's folder, each written by appending whole batches. What `append` has returned for is in the
 * file. What the run wrote and the last committed checkpoint does not know is cut off again by `open` after a crash, so what is
 * then sent once more leaves no torn and no doubled line.
 *
 * Runs of a tenant that write to one path take turns. A file is one run's until all that the run has written there is committed;
 * then it gives the file back when another run asks for it, when it has long not written there, or at the end. So nobody writes
 * behind lines that may have to be cut off. After a crash the file stays the run's until it has opened again. When it does not,
 * what waits moves the file out of the way by a rotation, where the run still finds it, and begins a new one.
 *
 * Calls may come in any order: they wait for each other, `close` for all before it, and a closed store takes no more.
 */
export class FileStore {
  readonly #options: FileStoreOptions;
  readonly #place: TenantPlace;
  readonly #log: RunLog;
  readonly #hold: WorkerHold;
  readonly #holds: FileHolds;
  readonly #releaseRun: Release;
  readonly #share: FileShareMember;
  readonly #kept: Episode;
  /** The least recently used first. */
  readonly #open = new Map<string, OpenFile>();
  /** When files that are not open were begun, as far as the checkpoint knew. */
  readonly #openedMs: Map<string, number>;
  /** For paths that are held. */
  readonly #appendedTo = new Map<string, LastAppend>();
  #appends = 0;
  /** So many of the appends are committed. */
  #committed = -1;
  /** Reported and not committed, the oldest first; but for the first one, which may be. */
  readonly #reports: { readonly checkpoint: string; readonly appends: number }[] = [];
  /** Held paths for which another run asked at the last look. */
  #asked: ReadonlySet<string> = new Set();
  /** A look at what others ask for will follow. */
  #looking = false;
  /** A file with part of a batch behind its body that could not be cut off yet. It stays held. */
  #torn: OpenFile | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  private constructor(
    options: FileStoreOptions,
    place: TenantPlace,
    log: RunLog,
    hold: WorkerHold,
    holds: FileHolds,
    releaseRun: Release,
    openedMs: Map<string, number>,
    checkpoint: string | undefined,
  ) {
    this.#options = options;
    this.#place = place;
    this.#log = log;
    this.#hold = hold;
    this.#holds = holds;
    for (const path of holds.paths) this.#appendedTo.set(path, { appends: checkpoint === undefined ? -1 : 0, atMs: options.now() });
    if (checkpoint !== undefined) this.#reports.push({ checkpoint, appends: 0 });
    this.#releaseRun = releaseRun;
    this.#share = options.share.join();
    this.#kept = new Episode({ monotonic: options.now }, options.log, {
      level: 'warn',
      began: 'files cannot be given back now; it is tried again after each commit',
      ended: 'files are given back again',
      fields: { run: options.run },
    });
    this.#openedMs = openedMs;
  }

  /**
   * Undoes what the run did after the checkpoint, then is ready to append. A checkpoint of another run is what an earlier
   * version left when it handed its place on: that run is settled too. Throws `Retry` while another worker has the
   * folder, `Disconnected` while another store has the run, or the file system's errors.
   */
  static async open(options: FileStoreOptions, checkpoint: string | undefined): Promise<FileStore> {
    const { root, tenantId, run, sync } = options;
    const known = readCheckpoint(checkpoint);
    const place = await makePlace(root, tenantId);
    const hold = await WorkerHold.take(place.logs, options.now);
    if (hold === undefined) throw new Retry('DELIVERY_FOLDER_IN_USE', { message: basename(root), waitMs: folderAgainMs });
    let releaseRun: Release | undefined;
    try {
      releaseRun = await claimRun(place, run);
      let last = known?.n ?? 0;
      if (known !== undefined && known.run !== run) {
        const releaseEarlier = await claimRun(place, known.run);
        try {
          const earlier = await FileHolds.open({ ...options, logs: place.logs, run: known.run });
          last = await settle(options, known.run, known, place, earlier);
          await earlier.giveBack(earlier.paths);
        } finally {
          await releaseEarlier();
        }
      }
      const own = known?.run === run ? known : undefined;
      const holds = await FileHolds.open({ ...options, logs: place.logs });
      last = Math.max(last, await settle(options, run, own, place, holds));
      const log = await RunLog.open(place.logs, run, last, sync);
      const files = own?.old === false && own.root === root ? own.files : [];
      const openedMs = new Map(files.map((file) => [file.path, file.openedMs]));
      return new FileStore(options, place, log, hold, holds, releaseRun, openedMs, checkpoint);
    } catch (error) {
      await releaseRun?.();
      await hold.release();
      throw error;
    }
  }

  /**
   * Appends what `render` makes for the file (`fresh` = it starts an empty file). Sizes for rotation are of written, that
   * is packed, bytes. Waits a while for a file that another run holds. When it throws, nothing was appended.
   */
  append(
    path: string,
    sizeHint: number,
    records: () => readonly number[],
    render: (fresh: boolean) => Promise<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<Appended> {
    if (this.#closing !== undefined) return Promise.reject(new Disconnected('DELIVERY_CONNECTION_CLOSED'));
    const appended = this.#turn
      .then(() => this.#append(path, sizeHint, records, render, signal))
      .catch((error: unknown) => this.#afterSwap(error));
    this.#turn = appended.catch(() => undefined);
    return appended;
  }

  /** What was reported up to this checkpoint is committed; undefined: nothing is yet. To be called after each commit. */
  committed(checkpoint: string | undefined): void {
    if (this.#closing !== undefined) return;
    const index = this.#reports.findLastIndex((report) => report.checkpoint === checkpoint);
    if (index >= 0) {
      this.#committed = this.#reports[index]!.appends;
      this.#reports.splice(0, index);
    }
    if (this.#looking || this.#holds.paths.length === 0) return;
    this.#looking = true;
    this.#turn = this.#turn.then(async () => {
      this.#looking = false;
      await this.#giveBack();
    });
  }

  /** Waits for appends under way; then no file is open. What may have to be cut off again after a crash stays held. */
  close(): Promise<void> {
    this.#closing ??= this.#turn.then(() => this.#close());
    return this.#closing;
  }

  async #append(
    path: string,
    sizeHint: number,
    records: () => readonly number[],
    render: (fresh: boolean) => Promise<Uint8Array>,
    signal: AbortSignal | undefined,
  ): Promise<Appended> {
    await this.#cutTorn().catch((error: unknown) => {
      throw new Disconnected('DELIVERY_FILE', { message: 'a failed write could not be taken back' }, error);
    });
    if (!(await this.#hold.isKept())) throw new Disconnected('DELIVERY_FOLDER_IN_USE', { message: basename(this.#options.root) });
    const file = await this.#withRoom(() => this.#prepare(path, sizeHint, records, signal));
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
    this.#appends += 1;
    this.#appendedTo.set(path, { appends: this.#appends, atMs: this.#options.now() });
    const checkpoint = this.#checkpoint();
    this.#reports.push({ checkpoint, appends: this.#appends });
    return { bytes: bytes.length + tail.length, checkpoint };
  }

  /** The open file to write to. May be called again when it failed. */
  async #prepare(path: string, sizeHint: number, records: () => readonly number[], signal: AbortSignal | undefined): Promise<OpenFile> {
    await this.#takeTurn(path, signal);
    const file = await this.#acquire(path, records);
    if (!mustRotate(this.#options.limits, file.body, file.openedMs, this.#options.now(), sizeHint)) return file;
    await this.#rotate(file);
    return this.#acquire(path, records);
  }

  /** Where no file can be opened, half of the store's own are closed and it is tried once more. */
  async #withRoom<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!isOutOfFiles(error) || this.#open.size === 0) throw error;
      for (let count = Math.ceil(this.#open.size / 2); count > 0; count--) await this.#evict();
      return act();
    }
  }

  /** Closes what is more than the store's part while all stores of the thread have as many open as they may. */
  async #shed(): Promise<void> {
    while (this.#open.size > this.#share.fair() && this.#share.isFull()) await this.#evict();
  }

  /** The file is this run's, and nobody waits for it who was not here first. */
  async #takeTurn(path: string, signal: AbortSignal | undefined): Promise<void> {
    const endMs = this.#options.now() + patienceMs;
    for (;;) {
      if (this.#holds.has(path) ? !this.#asked.has(path) : await this.#take(path)) return;
      if (this.#options.now() >= endMs || this.#closing !== undefined || signal?.aborted === true) break;
      await this.#options.pause();
      await this.#giveBack();
    }
    const holder = await this.#holds.holderOf(path);
    throw new Retry('DELIVERY_FILE_IN_USE', { message: `${path}, ${holder?.pipelineId ?? ''}`, waitMs: againMs });
  }

  async #take(path: string): Promise<boolean> {
    return (await this.#holds.take(path, this.#log.last + 1)) || (await this.#takeOver(path));
  }

  /** Moves the file of a run that does not come back to where the run still finds it. */
  async #takeOver(path: string): Promise<boolean> {
    const holder = await this.#holds.silentHolderOf(path);
    const release = holder && (await claim(join(this.#place.logs, holder.run)));
    if (release === undefined) return false;
    try {
      if ((await this.#holds.holderOf(path))?.text !== holder?.text) return false;
      const absolute = join(this.#place.folder, path);
      const there = await ifThere(lstat(absolute, { bigint: true }));
      if (there?.isFile()) await this.#moveAway(path, there.ino.toString());
      await this.#holds.takeFrom(path, this.#log.last + 1);
      return true;
    } finally {
      await release();
    }
  }

  /** Gives back files of which nothing has to be cut off any more: `everything`, or what others ask for and what is not needed. */
  async #giveBack(everything = false): Promise<void> {
    try {
      await this.#shed();
      this.#asked = await this.#withRoom(() => this.#holds.asked());
      const paths = this.#toGiveBack(everything);
      if (paths.length > 0) {
        for (const path of paths) {
          const file = this.#open.get(path);
          if (file !== undefined) await this.#shut(file);
        }
        await this.#withRoom(() => this.#log.note({ do: 'yield', paths }));
        for (const path of paths) this.#appendedTo.delete(path);
        await this.#holds.giveBack(paths);
      }
      this.#kept.succeeded();
    } catch (error) {
      this.#kept.failed(causeOf(error), { error });
    }
  }

  #toGiveBack(everything: boolean): string[] {
    const { paths } = this.#holds;
    const due: string[] = [];
    const spare: string[] = [];
    for (const path of paths) {
      if (this.#torn?.path === path || this.#appendsTo(path) > this.#committed) continue;
      if (everything || this.#asked.has(path) || this.#isFromBefore(path)) due.push(path);
      else if (!this.#open.has(path)) spare.push(path);
    }
    const surplus = paths.length - due.length - heldMax;
    const before = this.#options.now() - idleMs;
    const isIdle = (path: string) => (this.#appendedTo.get(path)?.atMs ?? before) <= before;
    if (surplus <= 0) return [...due, ...spare.filter(isIdle).slice(0, portionMax)];
    // What was written to longest ago comes first, so what is idle does too.
    spare.sort((one, other) => this.#appendsTo(one) - this.#appendsTo(other));
    return [...due, ...spare.filter((path, index) => index < surplus || (index < portionMax && isIdle(path)))];
  }

  /** How many appends there were when the last one to a held path ended; fewer than any commit knows for one without. */
  #appendsTo(path: string): number {
    return this.#appendedTo.get(path)?.appends ?? -1;
  }

  /** Held since before the opening and not appended to: once that is committed, no later opening has to look at it again. */
  #isFromBefore(path: string): boolean {
    return (this.#appendedTo.get(path)?.appends ?? 1) <= 0;
  }

  #checkpoint(): string {
    const files: KnownFile[] = [...this.#open.values()];
    return writeCheckpoint({ run: this.#options.run, root: this.#options.root, n: this.#log.last, files });
  }

  async #close(): Promise<void> {
    await this.#cutTorn().catch(() => undefined);
    if (this.#torn !== undefined) await this.#shut(this.#torn);
    await this.#giveBack(true);
    const bodies = [...this.#open.values()].map(({ ino, body }) => [ino, body] as const);
    try {
      for (const file of this.#open.values()) await this.#shut(file);
      await this.#log.note({ do: 'close', bodies });
    } finally {
      this.#share.leave();
      await this.#log.close();
      await this.#releaseRun();
      await this.#hold.release();
    }
  }

  /**
   * Somebody has removed a folder under the store: a store that is opened anew makes it again, or says that the root is gone. Or
   * something else lies in the place of the tenant's folder: that is no fault of the events.
   */
  async #afterSwap(error: unknown): Promise<never> {
    const { folder } = this.#place;
    const there = await ifThere(lstat(folder));
    if (there !== undefined && !(await isFolder(folder)))
      throw new Misconfigured('DELIVERY_FILE_ROOT', { message: basename(folder) }, error);
    if (there !== undefined && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Disconnected('DELIVERY_CONNECTION_CLOSED', { message: 'a folder was removed' }, error);
  }

  async #acquire(path: string, records: () => readonly number[]): Promise<OpenFile> {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      await this.#shed();
      if (await this.#isUntouched(known)) return known;
      await this.#shut(known);
    }
    await this.#shed();
    const isFull = this.#share.isFull();
    // Counted before one is closed for it, so that no other store takes its place.
    this.#share.opened();
    let handle: FileHandle | undefined;
    try {
      if (isFull) await this.#evict();
      while (this.#open.size >= this.#options.openFiles || (this.#open.size > 0 && !fitsCheckpoint([...this.#open.keys(), path])))
        await this.#evict();
      handle = await createBelow(this.#place.folder, path, this.#options.mode, records);
      const { ino, size, birthtimeMs } = await handle.stat({ bigint: true });
      const nowMs = this.#options.now();
      const body = Math.max(0, Number(size) - this.#options.tail.length);
      await this.#log.note({ do: 'open', path, ino: ino.toString(), body, atMs: nowMs });
      const openedMs = this.#openedMs.get(path) ?? (size === 0n ? nowMs : Math.min(Number(birthtimeMs), nowMs));
      this.#openedMs.delete(path);
      const file: OpenFile = { path, ino: ino.toString(), handle, body, openedMs };
      this.#open.set(path, file);
      return file;
    } catch (error) {
      this.#share.closed();
      await handle?.close();
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
    this.#share.closed();
    await file.handle.close();
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
    await this.#moveAway(file.path, file.ino);
    await this.#shut(file);
    await prune(join(this.#place.folder, file.path), this.#options.limits, this.#options.now());
  }

  async #moveAway(path: string, ino: string): Promise<void> {
    const nowMs = this.#options.now();
    const absolute = join(this.#place.folder, path);
    const n = await nextRotation(absolute, nowMs);
    await this.#log.note({ do: 'rotate', path, to: rotatedName(path, nowMs, n), ino });
    await rename(absolute, rotatedName(absolute, nowMs, n));
  }
}

/** Nothing leads elsewhere on the way to it. */
async function isFolder(path: string): Promise<boolean> {
  return (await ifThere(realpath(path))) === path && (await lstat(path)).isDirectory();
}

async function claimRun(place: TenantPlace, run: string): Promise<Release> {
  const release = await claim(join(place.logs, run));
  if (release === undefined) throw new Disconnected('DELIVERY_FILE_IN_USE', { message: run });
  return release;
}

/**
 * Undoes what a run did after the checkpoint below any of the operator's folders. `holds`: its own in `here`. Returns the highest
 * number it used.
 */
async function settle(
  options: FileStoreOptions,
  run: string,
  known: ReadCheckpoint | undefined,
  here: TenantPlace,
  holds: FileHolds,
): Promise<number> {
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
    const { logs } = place;
    const holdsIn = () => (logs === here.logs ? Promise.resolve(holds) : FileHolds.open({ ...options, logs, run }));
    last = Math.max(last, await undoRun(place, holdsIn, run, { n: known?.n ?? 0, files }, tail, log));
  }
  return last;
}
