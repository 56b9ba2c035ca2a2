import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { secondMs } from '@acequia/base';
import { durationMs } from '@acequia/component-sdk/definition';
import type { ListenerContext } from '@acequia/component-sdk/runtime';
import { isCompressed } from './compressed-file.ts';
import type { FileListenerConfig } from './config.ts';
import { isBlank, type FileRecord, type FileRecords } from './file-records.ts';
import { createFinder, type FoundFile } from './find-files.ts';
import { digestOf, keyOf, nothing, sampleBytes } from './fingerprint.ts';
import type { FollowedFile } from './followed-file.ts';
import { createKnownFiles } from './known-files.ts';
import { digestBefore, FileProblem, openFile, sampleBefore, tellProblem } from './open-file.ts';
import { compressedCandidate, plainCandidate, recognise } from './recognise.ts';
import { endPlace } from './start-place.ts';

/** A file no pattern finds any longer is read until it was silent for so long; a copy or a compressed file counts as finished after it. */
export const silenceMs = 5 * secondMs;

/** An undecided file that was first seen longer ago is no copy that is under way. */
const copyingMsMax = 2 * silenceMs;

interface LookoutOptions {
  readonly config: FileListenerConfig;
  readonly ctx: ListenerContext;
  readonly roots: readonly string[];
  readonly records: FileRecords;
  /** By key; brought up to what the patterns match now. */
  readonly files: Map<string, FollowedFile>;
  readonly signal: AbortSignal;
  blame(file: FollowedFile, error: unknown): void;
  /** Begins anew with open files that were emptied. */
  noticeEmptied(): Promise<void>;
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
  readonly #known: ReturnType<typeof createKnownFiles>;
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
    this.#known = createKnownFiles(options.records, options.files, options.roots);
    this.#find = createFinder(options.config.include, options.config.exclude, options.roots);
  }

  get problem(): FileProblem | undefined {
    return this.#problems[0];
  }

  /** `settled`: where some file begins was decided since the first look; to be committed. */
  async look(): Promise<{ readonly folders: readonly string[]; readonly settled: boolean }> {
    const now = this.#ctx.clock.monotonic();
    const marks = [...this.#files.values()].flatMap(({ decided, record }) =>
      decided && record && record.headBytes === sampleBytes ? [{ record, offset: record.offset, tail: record.tail }] : [],
    );
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
    // Before anything is compared with them: a copy may be one of what they were filled with since.
    if ([...found.keys()].some((key) => !this.#files.get(key)?.decided)) await this.#o.noticeEmptied();
    let settled = false;
    let tooMany: FoundFile | undefined;
    for (const [key, file] of found) {
      if (this.#o.signal.aborted) break;
      const known = this.#files.get(key);
      if (known?.decided) continue;
      const followed = known ?? this.#begin(key, file, now);
      if (!followed || followed.decided) continue;
      if (!followed.record && this.#records.full) {
        tooMany ??= file;
        continue;
      }
      if (
        await this.settle(followed).catch((error: unknown) => {
          this.#o.blame(followed, error);
          return false;
        })
      )
        settled = true;
    }
    const copying = [...this.#files.values()].some(
      (file) => !file.decided && file.found.size > 0 && !this.#isPacked(file.found) && now - file.seenAt < copyingMsMax,
    );
    if (!copying) for (const { record, offset, tail } of marks) if (!record.gone) record.mark = { offset, tail };
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
      decided: record !== undefined && !isBlank(record),
      copyOf: undefined,
      first: undefined,
      open: undefined,
      readAt: undefined,
      early: this.#firstLook,
      failed: false,
      problem: undefined,
      activeAt: now,
      seenAt: now,
      grownAt: now,
      missingAt: undefined,
    };
    this.#files.set(key, file);
    return file;
  }

  #isPacked(found: FoundFile): boolean {
    return this.#config.compressed && isCompressed(found.path);
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
    if (!file.open && this.#isAnother(file, found)) {
      if (file.record) this.#records.forget(file.record, this.#ctx.clock.now());
      Object.assign(file, { record: undefined, decided: false, copyOf: undefined, first: undefined, readAt: undefined, grownAt: now });
    }
    file.found = found;
    file.missingAt = undefined;
    file.failed = false;
  }

  /** A compressed file that was written on after it was read, or another file that got the same inode. */
  #isAnother({ found: past, readAt }: FollowedFile, found: FoundFile): boolean {
    if (isCompressed(past.path) !== isCompressed(found.path)) return true;
    return isCompressed(found.path) && readAt !== undefined && (readAt.size !== found.size || readAt.mtimeMs !== found.mtimeMs);
  }

  /** The pattern no longer finds it: deleted, or renamed to something else. */
  #miss(file: FollowedFile, now: number): void {
    file.missingAt ??= now;
    if (file.open) return;
    this.#files.delete(file.key);
    if (file.record) this.#records.forget(file.record, this.#ctx.clock.now());
  }

  /**
   * Whether a file is new or a copy of another, and where it begins; without a verdict it is looked at again the next
   * time. True: the records changed.
   */
  async settle(file: FollowedFile): Promise<boolean> {
    const { found } = file;
    const now = this.#ctx.clock.monotonic();
    const packed = this.#isPacked(found);
    const quiet = now - file.grownAt >= silenceMs || (this.#firstLook && this.#ctx.clock.now() - found.mtimeMs >= silenceMs);
    if (packed && !quiet) return false;
    const handle = await openFile(found, this.#roots);
    if (handle === undefined) return false;
    try {
      const candidate = packed ? compressedCandidate(handle, file) : plainCandidate(handle, file);
      const verdict = await recognise(candidate, this.#known(file));
      switch (verdict.kind) {
        case 'copy':
          file.copyOf = verdict.record;
          return false;
        case 'copying':
          file.copyOf = verdict.record ?? file.copyOf;
          return verdict.record === undefined && quiet && this.#beginNew(file, await this.#placeOf(file, handle, packed));
        case 'shorter':
          return (quiet || now - file.seenAt >= silenceMs) && this.#beginNew(file, await this.#placeOf(file, handle, packed));
        case 'unclear':
          return now - file.seenAt >= copyingMsMax && this.#beginNew(file, await this.#placeOf(file, handle, packed));
        case 'continues':
          this.#records.remove(verdict.record);
          return this.#replace(file, { ...verdict.record, key: file.key, gone: false, whole: false, mark: undefined });
        case 'taken':
          return this.#replace(file, { ...this.#recordAt(file, handle, packed ? 0 : fstatSync(handle.fd).size), whole: packed });
        case 'empty':
          if (file.record) return false;
          file.record = this.#add(file, this.#recordAt(file, handle, 0));
          return true;
        case 'new':
          return this.#beginNew(file, await this.#placeOf(file, handle, packed));
      }
    } finally {
      await handle.close();
    }
  }

  /** A new file: its record stays when it has one. */
  #beginNew(file: FollowedFile, record: FileRecord): boolean {
    const known = file.record !== undefined;
    file.record ??= this.#add(file, record);
    file.decided = true;
    file.readAt = undefined;
    file.problem = undefined;
    return !known;
  }

  #replace(file: FollowedFile, record: FileRecord): boolean {
    if (file.record) this.#records.remove(file.record);
    file.record = this.#add(file, record);
    file.decided = true;
    file.readAt = undefined;
    file.problem = undefined;
    return true;
  }

  #add(file: FollowedFile, record: FileRecord): FileRecord {
    const added = this.#records.add(record);
    if (added === undefined) throw new FileProblem('FILE_TOO_MANY', file.found.path);
    return added;
  }

  /** Where a file begins that is no copy of another. */
  async #placeOf(file: FollowedFile, handle: FileHandle, packed: boolean): Promise<FileRecord> {
    const atEnd = this.#startsAtEnd(file);
    if (packed) return { ...this.#recordAt(file, handle, 0), head: nothing, headBytes: 0, whole: atEnd };
    return this.#recordAt(file, handle, atEnd ? (this.#ignored.get(file.key) ?? (await endPlace(handle, this.#config))) : 0);
  }

  #recordAt(file: FollowedFile, handle: FileHandle, offset: number): FileRecord {
    const first = sampleBefore(handle, Math.min(sampleBytes, fstatSync(handle.fd).size));
    return {
      key: file.key,
      head: digestOf(first),
      headBytes: first.length,
      offset,
      tail: digestBefore(handle, offset) ?? nothing,
      seenMs: this.#ctx.clock.now(),
      gone: false,
      whole: false,
    };
  }

  /** Files that were there before the listener first ran begin as `startAt` says, later ones at their beginning. */
  #startsAtEnd({ key, found, early }: FollowedFile): boolean {
    if (this.#ignored.has(key)) return true;
    if (this.#config.startAt === 'beginning' || !early) return false;
    const bornMs = found.birthtimeMs > 0 ? found.birthtimeMs : found.mtimeMs;
    return this.#records.writtenMs === 0 || bornMs <= this.#records.writtenMs;
  }
}
