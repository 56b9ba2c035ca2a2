import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { hourMs, minuteMs, secondMs } from '@acequia/base';
import { durationMs } from '@acequia/component-sdk/definition';
import type { ListenerContext } from '@acequia/component-sdk/runtime';
import { isCompressed } from './compressed-file.ts';
import type { FileListenerConfig } from './config.ts';
import { birthStamp, isBlank, nameToKeep, unreadOf, type FileRecord, type FileRecords } from './file-records.ts';
import { createFinder, type Findings, type FoundFile } from './find-files.ts';
import { findStrays } from './find-strays.ts';
import { digestOf, keyOf, nothing, sampleBytes } from './fingerprint.ts';
import type { FollowedFile } from './followed-file.ts';
import { matchesGlob, parseGlob, type Glob } from './glob.ts';
import { createKnownFiles } from './known-files.ts';
import { digestBefore, FileProblem, openFile, sampleBefore, tellProblem } from './open-file.ts';
import { stillHolds } from './plain-file.ts';
import type { Readable } from './read-roots.ts';
import { compressedCandidate, plainCandidate, recognise } from './recognise.ts';
import { endPlace } from './start-place.ts';

/** A file no pattern finds any longer is read until it was silent for so long; a copy or a compressed file counts as finished after it. */
export const silenceMs = 5 * secondMs;

/** An undecided file that was first seen longer ago is no copy that is under way. */
const copyingMsMax = 2 * silenceMs;

/** For how long people are shown that a file went before it was read to its end. */
const lossShownMs = hourMs;

/** A file that was read within so long before the last life ended was being written, as far as anybody knows. */
const wasBusyMs = 10 * minuteMs;

/** A renamed file that cannot be begun with for so long is given up. */
const strayMsMax = minuteMs;

/** Files that are named one by one in the log after one look. */
const lossesToldMax = 20;

/** A file that the patterns find no longer: followed until now, or known from an earlier life. */
interface Missing {
  readonly record: FileRecord;
  readonly file: FollowedFile | undefined;
}

interface LookoutOptions {
  readonly config: FileListenerConfig;
  readonly ctx: ListenerContext;
  readonly roots: readonly string[];
  readonly named: Readable['named'];
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
  #loss: { readonly problem: FileProblem; readonly until: number } | undefined;
  #firstLook = true;
  /** Whether any file was found, in this life or before. */
  #seen = false;

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

  /** No file has matched so far. */
  get nothingSeen(): boolean {
    return !this.#firstLook && !this.#seen;
  }

  get problem(): FileProblem | undefined {
    const loss = this.#loss && this.#ctx.clock.monotonic() < this.#loss.until ? this.#loss.problem : undefined;
    return this.#problems[0] ?? loss;
  }

  /** `settled`: where some file begins was decided since the first look; to be committed. */
  async look(): Promise<{ readonly folders: readonly string[]; readonly settled: boolean }> {
    const now = this.#ctx.clock.monotonic();
    const marks = [...this.#files.values()].flatMap(({ decided, record }) =>
      decided && record && record.headBytes === sampleBytes ? [{ record, offset: record.offset, tail: record.tail }] : [],
    );
    const findings = await this.#find();
    const { files, folders, unreadable, cut } = findings;
    const found = new Map<string, FoundFile>();
    for (const file of files) if (!found.has(keyOf(file))) found.set(keyOf(file), file);

    this.#seen ||= found.size > 0 || !this.#records.empty;
    for (const key of this.#ignored.keys()) if (!found.has(key)) this.#ignored.delete(key);
    const missing: Missing[] = [];
    for (const [key, file] of this.#files) {
      const again = found.get(key);
      if (again) this.#seeAgain(file, again, now);
      else if (!unreadable.some(({ path }) => file.found.path.startsWith(`${path}/`))) this.#miss(file, now, missing);
    }
    const nowMs = this.#ctx.clock.now();
    this.#records.forgetOld(nowMs);
    if (this.#firstLook) {
      for (const record of this.#records.notIn(new Set(found.keys()))) missing.push({ record, file: undefined });
    }
    let settled = missing.length > 0 && (await this.#seek(missing, findings));
    // Before anything is compared with them: a copy may be one of what they were filled with since.
    if ([...found.keys()].some((key) => !this.#files.get(key)?.decided)) await this.#o.noticeEmptied();
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
    for (const { found, record, missingAt } of this.#files.values()) {
      if (!record) continue;
      record.size = isCompressed(found.path) ? undefined : found.size;
      // Of a file that was renamed out of the patterns, the name it had in them.
      if (missingAt !== undefined) continue;
      record.birth = birthStamp(found);
      record.name ??= nameToKeep(this.#o.named(found.path));
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
    return !record && this.#isOld(key, found) ? undefined : this.#follow(key, found, record, now);
  }

  #follow(key: string, found: FoundFile, record: FileRecord | undefined, now: number): FollowedFile {
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
    if (file.record && file.found.path !== found.path) file.record.name = undefined;
    file.found = found;
    file.missingAt = undefined;
    file.failed = false;
  }

  /** A compressed file that was written on after it was read, or another file that got the same inode. */
  #isAnother({ found: past, readAt }: FollowedFile, found: FoundFile): boolean {
    if (isCompressed(past.path) !== isCompressed(found.path)) return true;
    return isCompressed(found.path) && readAt !== undefined && (readAt.size !== found.size || readAt.mtimeMs !== found.mtimeMs);
  }

  /** The pattern no longer finds it: deleted, or renamed to something else. Files that are not open are to be looked for. */
  #miss(file: FollowedFile, now: number, missing: Missing[]): void {
    file.missingAt ??= now;
    if (file.open) return;
    if (file.record) missing.push({ record: file.record, file });
    else this.#files.delete(file.key);
  }

  // ── files that no pattern finds any longer ──

  /** Follows to their end what was renamed within the folders of the patterns, and lets go of the rest. True: the records changed. */
  async #seek(missing: readonly Missing[], { folders, unreadable, cut }: Findings): Promise<boolean> {
    const now = this.#ctx.clock.monotonic();
    const names = missing.flatMap(({ record: { name } }) => (name === undefined ? [] : [name.slice(name.lastIndexOf('/') + 1)]));
    const strays = await findStrays(folders, new Set(missing.map(({ record }) => record.key)), names);
    const losses: FileProblem[] = [];
    for (const { record, file } of missing) {
      const stray = strays.get(record.key);
      // The patterns were changed: it is left out on purpose.
      const wasLeftOut = file === undefined && !this.#isWanted(record.name);
      if (stray && !wasLeftOut && (await this.#isSame(stray, record, file))) {
        const followed = file ?? this.#follow(record.key, stray, record, now);
        Object.assign(followed, { found: stray, readAt: undefined, failed: false });
        followed.missingAt ??= now;
        if (followed.problem || now - Math.max(followed.missingAt, followed.activeAt) < strayMsMax) continue;
      }
      // What lies in folders that cannot be looked into now may be there still, as may all while the folders themselves are away.
      const known = folders.length > 0 && unreadable.length === 0 && !cut;
      if (known && !wasLeftOut && this.#wasUnread(record, file)) losses.push(this.#lossOf(record));
      this.#files.delete(record.key);
      this.#records.forget(record, this.#ctx.clock.now());
    }
    for (const loss of losses.slice(0, lossesToldMax)) tellProblem(this.#ctx.log, loss);
    const [first] = losses;
    if (first) this.#loss = { problem: first, until: now + lossShownMs };
    return true;
  }

  /** Whether a file with the inode of a record is the one that was read, under another name. What cannot be read now is as good as. */
  async #isSame(stray: FoundFile, record: FileRecord, file: FollowedFile | undefined): Promise<boolean> {
    const past = file?.found;
    const wasPacked = record.whole || (isBlank(record) && isCompressed(past?.path ?? record.name ?? '.gz'));
    if (wasPacked || isCompressed(stray.path)) return false;
    // A few bytes, or none, are in many files: an inode that was given anew has another birth.
    if (record.headBytes < sampleBytes) {
      const birth = birthStamp(stray);
      if (birth !== undefined && record.birth !== undefined ? birth !== record.birth : record.headBytes === 0) return false;
    }
    try {
      const handle = await openFile(stray, this.#roots);
      if (!handle) return false;
      try {
        return stillHolds(handle, record);
      } finally {
        await handle.close();
      }
    } catch (error) {
      return error instanceof FileProblem && error.code !== 'FILE_ROOT_OUTSIDE';
    }
  }

  /** Whether something of a file that went was not read, as far as it is known. */
  #wasUnread(record: FileRecord, file: FollowedFile | undefined): boolean {
    if (record.whole) return false;
    if (file) return file.decided && (this.#isPacked(file.found) ? isBlank(record) && file.readAt === undefined : unreadOf(record) > 0);
    if (unreadOf(record) > 0) return true;
    if (isBlank(record)) return record.name !== undefined && isCompressed(record.name);
    return this.#records.writtenMs - record.seenMs < wasBusyMs;
  }

  /** Whether the patterns still match a name; those that are not known whole count as such. */
  #isWanted(name: string | undefined): boolean {
    if (name === undefined || name.startsWith('…')) return true;
    const matches = (pattern: string) => {
      const glob: Glob | undefined = parseGlob(`/${this.#o.named(pattern)}`);
      return glob !== undefined && matchesGlob(glob, `/${name}`);
    };
    return this.#config.include.some(matches) && !this.#config.exclude.some(matches);
  }

  #lossOf(record: FileRecord): FileProblem {
    const name = record.name ?? this.#o.named(this.#config.include[0] ?? '');
    const unread = unreadOf(record);
    return new FileProblem('FILE_REST_LOST', unread > 0 ? `${name} (≥ ${unread} B)` : name);
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
          return this.#replace(file, { ...verdict.record, key: file.key, gone: false, whole: false, mark: undefined, name: undefined });
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
