import { secondMs } from '@acequia/base';
import { durationMs } from '@acequia/component-sdk/definition';
import type { ListenerContext } from '@acequia/component-sdk/runtime';
import { isCompressed } from './compressed-file.ts';
import type { FileListenerConfig } from './config.ts';
import type { FileRecord, FileRecords } from './file-records.ts';
import { createFinder, type FoundFile } from './find-files.ts';
import { keyOf, nothing, sampleBytes } from './fingerprint.ts';
import type { FollowedFile } from './followed-file.ts';
import { digestBefore, FileProblem, openFile, tellProblem } from './open-file.ts';
import { stillHolds } from './plain-file.ts';
import { compressedDigests, plainFileDigests, recognise } from './recognise.ts';
import { endPlace } from './start-place.ts';

/** A file no pattern finds any longer is read until it was silent for so long; a copy or a compressed file counts as finished after it. */
export const silenceMs = 5 * secondMs;

interface LookoutOptions {
  readonly config: FileListenerConfig;
  readonly ctx: ListenerContext;
  readonly roots: readonly string[];
  readonly records: FileRecords;
  /** By key; brought up to what the patterns match now. */
  readonly files: Map<string, FollowedFile>;
  readonly signal: AbortSignal;
  blame(file: FollowedFile, error: unknown): void;
}

/** Finds the files that the patterns match, and decides where unknown ones begin. */
export class Lookout {
  readonly #o: LookoutOptions;
  readonly #config: FileListenerConfig;
  readonly #ctx: ListenerContext;
  readonly #roots: readonly string[];
  readonly #records: FileRecords;
  readonly #files: Map<string, FollowedFile>;
  readonly #find: ReturnType<typeof createFinder>;
  /** Sizes of files that are left out for their age. */
  readonly #ignored = new Map<string, number>();
  /** What the last look met with. */
  #problems: readonly FileProblem[] = [];
  #firstLook = true;

  constructor(options: LookoutOptions) {
    this.#o = options;
    this.#config = options.config;
    this.#ctx = options.ctx;
    this.#roots = options.roots;
    this.#records = options.records;
    this.#files = options.files;
    this.#find = createFinder(options.config.include, options.config.exclude, options.roots);
  }

  get problem(): FileProblem | undefined {
    return this.#problems[0];
  }

  /** `settled`: where some file begins was decided since the first look; to be committed. */
  async look(): Promise<{ readonly folders: readonly string[]; readonly settled: boolean }> {
    const now = this.#ctx.clock.monotonic();
    const { files, folders, unreadable, cut } = await this.#find();
    const found = new Map<string, FoundFile>();
    for (const file of files) if (!found.has(keyOf(file))) found.set(keyOf(file), file);

    for (const key of this.#ignored.keys()) if (!found.has(key)) this.#ignored.delete(key);
    for (const [key, file] of this.#files) {
      const again = found.get(key);
      if (again) this.#seeAgain(file, again, now);
      else if (!unreadable.some(({ path }) => file.found.path.startsWith(`${path}/`))) this.#miss(file, now);
    }
    const nowMs = this.#ctx.clock.now();
    this.#records.forgetOld(nowMs);
    if (this.#firstLook) {
      for (const record of this.#records.notIn(new Set(found.keys()))) this.#records.forget(record, nowMs);
    }
    let settled = false;
    let tooMany: FoundFile | undefined;
    for (const [key, file] of found) {
      if (this.#o.signal.aborted) break;
      const known = this.#files.get(key);
      if (known?.record !== undefined) continue;
      const followed = known ?? this.#begin(key, file, now);
      if (!followed || followed.record !== undefined) continue;
      if (this.#records.full) {
        tooMany ??= file;
        continue;
      }
      await this.#decide(followed, now).catch((error: unknown) => this.#o.blame(followed, error));
      settled ||= followed.record !== undefined;
    }
    const problems = unreadable.map(({ path }) => new FileProblem('FILE_FOLDER_DENIED', path));
    if (cut || tooMany) problems.push(new FileProblem('FILE_TOO_MANY', tooMany?.path ?? this.#config.include[0] ?? ''));
    for (const problem of problems) if (!this.#problems.some(({ code }) => code === problem.code)) tellProblem(this.#ctx.log, problem);
    this.#problems = problems;
    const report = { folders, settled: settled && !this.#firstLook };
    this.#firstLook = false;
    return report;
  }

  #begin(key: string, found: FoundFile, now: number): FollowedFile | undefined {
    const record = this.#records.byKey(key);
    if (!record && this.#isOld(key, found)) return undefined;
    const file: FollowedFile = {
      key,
      found,
      record,
      open: undefined,
      readAt: undefined,
      early: this.#firstLook,
      failed: false,
      problem: undefined,
      activeAt: now,
      grownAt: now,
      missingAt: undefined,
    };
    this.#files.set(key, file);
    return file;
  }

  /** Unknown and unchanged for longer than `ignoreOlder`. */
  #isOld(key: string, found: FoundFile): boolean {
    if (this.#config.ignoreOlder === undefined) return false;
    if (this.#ctx.clock.now() - found.mtimeMs <= durationMs(this.#config.ignoreOlder)) return false;
    this.#ignored.set(key, found.size);
    return true;
  }

  #seeAgain(file: FollowedFile, found: FoundFile, now: number): void {
    if (found.size !== file.found.size) file.grownAt = now;
    file.found = found;
    file.missingAt = undefined;
    file.failed = false;
  }

  /** The pattern no longer finds it: deleted, or renamed to something else. */
  #miss(file: FollowedFile, now: number): void {
    file.missingAt ??= now;
    if (file.open) return;
    this.#files.delete(file.key);
    if (file.record) this.#records.forget(file.record, this.#ctx.clock.now());
  }

  /** Where an unknown file begins; without a verdict it is looked at again the next time. */
  async #decide(file: FollowedFile, now: number): Promise<void> {
    const { found } = file;
    const packed = this.#config.compressed && isCompressed(found.path);
    const quiet = now - file.grownAt >= silenceMs || (this.#firstLook && this.#ctx.clock.now() - found.mtimeMs >= silenceMs);
    if (packed && !quiet) return;
    const handle = await openFile(found, this.#roots);
    if (handle === undefined) return;
    try {
      const digests = packed ? compressedDigests(handle, found.path) : plainFileDigests(handle);
      const verdict = await recognise(digests, packed ? undefined : found.size, this.#records, (record) => this.#sizeOf(record));
      if (verdict.kind === 'copy' || (verdict.kind === 'perhaps-copy' && !quiet)) return;
      if (verdict.kind === 'continues') {
        this.#records.remove(verdict.record);
        const { record } = verdict;
        file.record = this.#records.add({ ...record, key: file.key, gone: false, whole: false });
        return;
      }
      const atEnd = this.#startsAtEnd(file);
      const offset = packed || !atEnd ? 0 : (this.#ignored.get(file.key) ?? (await endPlace(handle, this.#config)));
      const headBytes = packed ? 0 : Math.min(sampleBytes, found.size);
      file.record = this.#records.add({
        key: file.key,
        head: digestBefore(handle, headBytes) ?? nothing,
        headBytes: digestBefore(handle, headBytes) === undefined ? 0 : headBytes,
        offset,
        tail: packed ? nothing : (digestBefore(handle, offset) ?? nothing),
        seenMs: this.#ctx.clock.now(),
        gone: false,
        whole: packed && atEnd,
      });
      if (file.record === undefined) throw new FileProblem('FILE_TOO_MANY', found.path);
      file.problem = undefined;
    } finally {
      await handle.close();
    }
  }

  /** Files that were there before the listener first ran begin as `startAt` says, later ones at their beginning. */
  #startsAtEnd({ key, found, early }: FollowedFile): boolean {
    if (this.#ignored.has(key)) return true;
    if (this.#config.startAt === 'beginning' || !early) return false;
    const bornMs = found.birthtimeMs > 0 ? found.birthtimeMs : found.mtimeMs;
    return this.#records.writtenMs === 0 || bornMs <= this.#records.writtenMs;
  }

  async #sizeOf(record: FileRecord): Promise<number | undefined> {
    const file = this.#files.get(record.key);
    const handle = file && (file.open?.handle ?? (await openFile(file.found, this.#roots)));
    if (!handle) return undefined;
    try {
      return stillHolds(handle, record) ? (await handle.stat()).size : undefined;
    } finally {
      if (handle !== file?.open?.handle) await handle.close();
    }
  }
}
