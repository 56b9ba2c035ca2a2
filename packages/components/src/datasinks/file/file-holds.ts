import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './if-there.ts';
import { makeOwnerLink, readOwnerLink } from './owner-link.ts';
import { RunLog } from './run-log.ts';

/** Who asked first and has not taken a file that was free for so long does not want it any more. */
const askedMs = 1000;
/** So many files are given back at once: the system calls wait for each other, not the next call for the answer to the one before. */
const atOnce = 16;
/** A holder that has kept a file for so long while somebody asked for it may never come back. */
const silenceMs = 30_000;

/** Who holds a file. Another `text` is another holder, or the same one another time. */
export interface Holder {
  readonly run: string;
  /** What the run gave when it took the file. */
  readonly time: number;
  readonly pipelineId: string;
  readonly path: string;
  readonly text: string;
}

export interface FileHoldsOptions {
  /** Where the logs of the tenant's runs are. */
  readonly logs: string;
  readonly run: string;
  /** For people who wait. */
  readonly pipelineId: string;
  readonly now: () => number;
}

/**
 * Which files of its tenant a run alone may write to. A file is free or held by one run, and stays held when the process dies, so
 * nobody writes behind lines of the run that may have to be cut off. Who comes to a held file asks for it, the holder sees that
 * (`asked`) and gives it back when it can; then it is for who asked first. Holds are between all threads and processes.
 *
 * On the disk a hold is `held/<hash of the path>`, and an asking `wanted/<hash>`; each names its run. `holders/<run>/<hash>` is
 * there before the hold and goes after it, so a run finds its own without a look at everybody's. A hold is not synced for
 * itself: the sync of the run's log that follows before the first write takes it along where a file system keeps the order of names.
 */
export class FileHolds {
  readonly #o: FileHoldsOptions;
  /** By the hash of the path. */
  readonly #own: Map<string, Own>;
  /** Owners that were seen, and since when. */
  readonly #seen = new Map<string, { readonly owner: string; readonly sinceMs: number }>();

  private constructor(options: FileHoldsOptions, own: Map<string, Own>) {
    this.#o = options;
    this.#own = own;
  }

  /** With what the run has held before. To be called before the run's log is made. Throws the file system's errors. */
  static async open(options: FileHoldsOptions): Promise<FileHolds> {
    const { logs, run } = options;
    for (const folder of [heldIn(logs), wantedIn(logs), holdersIn(logs)]) await mkdir(folder, { recursive: true, mode: 0o700 });
    const own = new Map<string, Own>();
    for (const hash of (await ifThere(readdir(ownIn(logs, run)))) ?? (await listAnew(logs, run))) {
      const holder = await readHolder(logs, hash);
      if (holder?.run === run) own.set(hash, holder);
      else await rm(join(ownIn(logs, run), hash), { force: true });
    }
    return new FileHolds(options, own);
  }

  get paths(): readonly string[] {
    return [...this.#own.values()].map(({ path }) => path);
  }

  has(path: string): boolean {
    return this.#own.has(hashOf(path));
  }

  /** The `time` with which the run took the file that it holds; undefined: it does not hold it. */
  takenAt(path: string): number | undefined {
    return this.#own.get(hashOf(path))?.time;
  }

  /** Takes the file when it is free, else asks for it. `time`: another number each time that this run takes it. */
  async take(path: string, time: number): Promise<boolean> {
    const hash = hashOf(path);
    const { logs, run } = this.#o;
    const wanted = this.#wanted(hash);
    const holder = await readHolder(logs, hash);
    if (holder?.run === run) {
      await makeOwnerLink(this.#listed(hash), path);
      this.#own.set(hash, holder);
      return true;
    }
    const asker = await readOwnerLink(wanted);
    if (asker !== undefined && asker !== run && !(await this.#hasGone(hash, asker))) return false;
    if (holder !== undefined || !(await this.#make(hash, path, time))) {
      if (asker === undefined) await makeOwnerLink(wanted, run);
      return false;
    }
    this.#own.set(hash, { path, time });
    if (asker !== undefined) await rm(wanted, { force: true });
    return true;
  }

  /** Paths that the run holds and another one asks for. */
  async asked(): Promise<ReadonlySet<string>> {
    const hashes = this.#own.size === 0 ? [] : ((await ifThere(readdir(wantedIn(this.#o.logs)))) ?? []);
    return new Set(hashes.flatMap((hash) => this.#own.get(hash)?.path ?? []));
  }

  /**
   * Nothing of the run's in these files may have to be cut off any more. Several at a time, in no order. When some cannot be given
   * back, all others are, and the first error is thrown.
   */
  async giveBack(paths: readonly string[]): Promise<void> {
    const left = paths.values();
    const errors: unknown[] = [];
    const work = async (): Promise<void> => {
      for (const path of left) await this.#giveBack(path).catch((error: unknown) => errors.push(error));
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, paths.length) }, work));
    if (errors.length > 0) throw errors[0];
  }

  async #giveBack(path: string): Promise<void> {
    const hash = hashOf(path);
    this.#own.delete(hash);
    await ifThere(unlink(this.#held(hash)));
    await ifThere(unlink(this.#listed(hash)));
  }

  holderOf(path: string): Promise<Holder | undefined> {
    return readHolder(this.#o.logs, hashOf(path));
  }

  /** The holder, once it has kept the file for long although it was asked. */
  async silentHolderOf(path: string): Promise<Holder | undefined> {
    const holder = await this.holderOf(path);
    return holder !== undefined && this.#sinceMs(`held ${hashOf(path)}`, holder.text) >= silenceMs ? holder : undefined;
  }

  /** Takes the file from a holder that does not come back. What it wrote must not be at the path any more. */
  async takeFrom(path: string, time: number): Promise<void> {
    const hash = hashOf(path);
    const fresh = `${this.#held(hash)}.${this.#o.run}`;
    await rm(fresh, { force: true });
    await makeOwnerLink(this.#listed(hash), path);
    await makeOwnerLink(fresh, this.#text(path, time));
    await rename(fresh, this.#held(hash));
    this.#own.set(hash, { path, time });
    await rm(this.#wanted(hash), { force: true });
  }

  async #make(hash: string, path: string, time: number): Promise<boolean> {
    await makeOwnerLink(this.#listed(hash), path);
    if (await makeOwnerLink(this.#held(hash), this.#text(path, time))) return true;
    await rm(this.#listed(hash), { force: true });
    return false;
  }

  #text(path: string, time: number): string {
    return `${this.#o.run} ${time} ${this.#o.pipelineId} ${path}`;
  }

  #held(hash: string): string {
    return join(heldIn(this.#o.logs), hash);
  }

  #listed(hash: string): string {
    return join(ownIn(this.#o.logs, this.#o.run), hash);
  }

  #wanted(hash: string): string {
    return join(wantedIn(this.#o.logs), hash);
  }

  /** Whether who asked first leaves the file alone although it is free. */
  async #hasGone(hash: string, asker: string): Promise<boolean> {
    const holder = await readOwnerLink(this.#held(hash));
    return this.#sinceMs(`wanted ${hash}`, `${asker} ${holder ?? ''}`) >= askedMs && holder === undefined;
  }

  /** How long the owner has been the same at each look. */
  #sinceMs(what: string, owner: string): number {
    const nowMs = this.#o.now();
    const before = this.#seen.get(what);
    if (before?.owner === owner && nowMs >= before.sinceMs) return nowMs - before.sinceMs;
    this.#seen.set(what, { owner, sinceMs: nowMs });
    return 0;
  }
}

/** A file that the run holds. */
type Own = Pick<Holder, 'path' | 'time'>;

async function readHolder(logs: string, hash: string): Promise<Holder | undefined> {
  const text = await readOwnerLink(join(heldIn(logs), hash));
  if (text === undefined) return undefined;
  const [run = '', time, pipelineId = '', ...path] = text.split(' ');
  return { run, time: Number(time), pipelineId, path: path.join(' '), text };
}

/** Makes the list of what a run holds. Only for a run that began before there were such lists, everybody's holds are read. */
async function listAnew(logs: string, run: string): Promise<string[]> {
  const fresh = `${ownIn(logs, run)}.new`;
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  const hashes: string[] = [];
  for (const hash of (await RunLog.isThere(logs, run)) ? await readdir(heldIn(logs)) : []) {
    const holder = hash.includes('.') ? undefined : await readHolder(logs, hash);
    if (holder?.run !== run) continue;
    await makeOwnerLink(join(fresh, hash), holder.path);
    hashes.push(hash);
  }
  await rename(fresh, ownIn(logs, run));
  return hashes;
}

const heldIn = (logs: string): string => join(logs, 'held');
const wantedIn = (logs: string): string => join(logs, 'wanted');
const holdersIn = (logs: string): string => join(logs, 'holders');
const ownIn = (logs: string, run: string): string => join(holdersIn(logs), run);
const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 32);
