import { secondMs } from '@acequia/base';
import { durationMs } from '@acequia/component-sdk/definition';
import type { IntakeStream, ListenerContext } from '@acequia/component-sdk/runtime';
import { namesInFirstRow } from '../csv-fields.ts';
import { CommitWindow } from './commit-window.ts';
import { isCompressed } from './compressed-file.ts';
import { CompressedReader } from './compressed-reader.ts';
import type { FileListenerConfig } from './config.ts';
import { FileRecords } from './file-records.ts';
import { createFileStream } from './file-stream.ts';
import { nothing } from './fingerprint.ts';
import { FolderWatch } from './folder-watch.ts';
import type { FollowedFile } from './followed-file.ts';
import { Lookout, silenceMs } from './lookout.ts';
import { FileProblem, openFile, tellProblem } from './open-file.ts';
import { pieceBuffer, PlainFile, stillHolds } from './plain-file.ts';
import type { Readable } from './read-roots.ts';
import { headerRow } from './start-place.ts';

const lookEveryMs = 2 * secondMs;
/** Between two looks that changes in the folders ask for. */
const lookGapMs = 200;

/** Follows the files that the patterns match, until it is stopped. */
export class Follower {
  readonly #config: FileListenerConfig;
  readonly #ctx: ListenerContext;
  readonly #roots: readonly string[];
  readonly #named: Readable['named'];
  readonly #stream: IntakeStream;
  readonly #records: FileRecords;
  readonly #lookout: Lookout;
  readonly #watch: FolderWatch;
  readonly #files = new Map<string, FollowedFile>();
  readonly #journal: CommitWindow;
  readonly #buffer = pieceBuffer();
  readonly #stopping = new AbortController();
  readonly #packed: CompressedReader;
  #inflating: Promise<void> | undefined;
  #failure: FileProblem | undefined;
  #lookAt = 0;
  #lookedAt = 0;
  #wake: (() => void) | undefined;

  constructor(ctx: ListenerContext, { config, roots, named }: Readable) {
    this.#config = config;
    this.#ctx = ctx;
    this.#roots = roots;
    this.#named = named;
    this.#records = new FileRecords(ctx.intake.sourceState);
    this.#stream = ctx.intake.open();
    this.#journal = new CommitWindow({
      stream: this.#stream,
      records: this.#records,
      clock: ctx.clock,
      signal: this.#stopping.signal,
    });
    this.#lookout = new Lookout({
      config,
      ctx,
      roots,
      named,
      records: this.#records,
      files: this.#files,
      signal: this.#stopping.signal,
      blame: (file, error) => this.#blame(file, error),
      noticeEmptied: () => this.#noticeEmptied(),
    });
    this.#packed = new CompressedReader({
      config,
      ctx,
      roots,
      named,
      stream: this.#stream,
      signal: this.#stopping.signal,
      ready: () => this.#journal.ready(),
      commit: () => this.#journal.commit(),
    });
    this.#watch = new FolderWatch(() => {
      this.#lookAt = Math.min(this.#lookAt, this.#lookedAt + lookGapMs);
      if (ctx.clock.monotonic() >= this.#lookAt) this.#wake?.();
    });
  }

  /** What a person should know of, worst first. */
  get problem(): { readonly code: string; readonly message: string } | undefined {
    const first = this.#failure ?? this.#lookout.problem ?? [...this.#files.values()].find((file) => file.problem)?.problem;
    if (first) return { code: first.code, message: this.#named(first.message) };
    return this.#lookout.nothingSeen
      ? { code: 'FILE_NONE', message: this.#config.include.map((each) => this.#named(each)).join(', ') }
      : undefined;
  }

  /** The first look: where files begin is settled when the listener counts as started. */
  async begin(): Promise<void> {
    try {
      await this.#look();
      this.#journal.commit();
    } catch (error) {
      this.#watch.close();
      this.#stream.close();
      throw error;
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Follows until `stop`; resolves when nothing is open any more. Call after `begin`. */
  async run(): Promise<void> {
    const signal = this.#stopping.signal;
    try {
      while (!signal.aborted) {
        const more = await this.#turn();
        if (!more && !signal.aborted) await this.#pause(signal);
      }
    } finally {
      await this.#inflating;
      this.#watch.close();
      for (const file of this.#files.values()) await this.#close(file);
      this.#stream.close();
    }
  }

  /** True: there is more to read. What fails as a whole is told and tried again. */
  async #turn(): Promise<boolean> {
    try {
      if (this.#ctx.clock.monotonic() >= this.#lookAt) await this.#look();
      const more = await this.#round();
      this.#failure = undefined;
      return more;
    } catch (error) {
      this.#failure = new FileProblem('LISTENER_FAILED', this.#config.include[0] ?? '');
      this.#ctx.log.error({ error }, 'following files failed; it is tried again');
      return false;
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    await this.#ctx.clock.sleep(durationMs(this.#config.poll), AbortSignal.any([signal, waking.signal])).catch(() => undefined);
    this.#wake = undefined;
  }

  async #look(): Promise<void> {
    const now = this.#ctx.clock.monotonic();
    this.#lookedAt = now;
    this.#lookAt = now + Math.max(lookEveryMs, durationMs(this.#config.poll));
    const { folders, settled } = await this.#lookout.look();
    if (settled) this.#journal.commit();
    this.#watch.set(folders);
  }

  // ── reading ──

  /** One piece of each file that has one; true: there is more. */
  async #round(): Promise<boolean> {
    let more = false;
    for (const file of this.#files.values()) {
      if (this.#stopping.signal.aborted) return false;
      if (!file.record || file.failed) continue;
      try {
        if (this.#config.compressed && isCompressed(file.found.path)) this.#startInflating(file);
        else if (await this.#readOn(file)) more = true;
      } catch (error) {
        file.failed = true;
        file.readAt = undefined;
        await this.#close(file);
        this.#blame(file, error);
      }
    }
    return more;
  }

  async #readOn(file: FollowedFile): Promise<boolean> {
    const now = this.#ctx.clock.monotonic();
    const { found } = file;
    if (file.open && file.open.record !== file.record) await this.#close(file);
    if (!file.open) {
      if (file.readAt?.size === found.size && file.readAt.mtimeMs === found.mtimeMs) return false;
      await this.#makeRoom();
      file.open = await this.#open(file);
      if (!file.open) return false;
    }
    const piece = await file.open.read(this.#buffer);
    if (piece === 'rewritten') {
      await this.#emptied(file);
      return true;
    }
    if (piece.fresh.length === 0) {
      await this.#rest(file, now);
      return false;
    }
    if (!file.decided && !(await this.#settle(file))) return file.decided;
    await this.#journal.ready();
    if (this.#stopping.signal.aborted) return false;
    file.open.take(piece.fresh, this.#ctx.clock.now());
    this.#journal.commit();
    file.activeAt = now;
    file.readAt = undefined;
    return piece.whole;
  }

  /** Bytes came to a file that had none. False: do not go on with them, it is a copy or may be one. */
  async #settle(file: FollowedFile): Promise<boolean> {
    const { record, found } = file;
    if (await this.#lookout.settle(file)) this.#journal.commit();
    if (file.decided && file.record === record) return true;
    await this.#close(file);
    file.readAt = file.decided ? undefined : { size: found.size, mtimeMs: found.mtimeMs };
    return false;
  }

  /** Opens a file where its record says; one that was emptied or replaced meanwhile begins anew. */
  async #open(file: FollowedFile): Promise<PlainFile | undefined> {
    const handle = await openFile(file.found, this.#roots);
    if (!handle) return undefined;
    try {
      if (!stillHolds(handle, file.record!)) {
        // Another file under the name it had: the next look finds it elsewhere, or tells that it is lost.
        if (file.missingAt !== undefined) {
          await handle.close();
          return undefined;
        }
        this.#startOver(file);
        file.decided = false;
      }
      const record = file.record!;
      const header = namesInFirstRow(this.#config) ? await headerRow(handle, this.#config) : undefined;
      if (header === undefined && namesInFirstRow(this.#config)) {
        await handle.close();
        return undefined;
      }
      const start = Math.max(record.offset, header?.end ?? 0);
      file.problem = undefined;
      return new PlainFile(handle, this.#streamOf(file, start, header?.text), record);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  #streamOf(file: FollowedFile, start: number, header: string | undefined) {
    return createFileStream({
      config: this.#config,
      ctx: this.#ctx,
      stream: this.#stream,
      path: () => this.#named(file.found.path),
      start,
      header,
      late: () => {
        file.open?.note(this.#ctx.clock.now());
        this.#journal.commit();
      },
    });
  }

  /** Its content went away under the same name (copytruncate). */
  async #emptied(file: FollowedFile): Promise<void> {
    await this.#close(file);
    file.readAt = undefined;
    this.#startOver(file);
    this.#journal.commit();
    this.#lookAt = 0;
  }

  async #noticeEmptied(): Promise<void> {
    for (const file of this.#files.values()) {
      if (file.open && file.record && !stillHolds(file.open.handle, file.record)) await this.#emptied(file);
    }
  }

  #startOver(file: FollowedFile): void {
    const past = file.record!;
    const nowMs = this.#ctx.clock.now();
    this.#records.forget(past, nowMs);
    file.first = undefined;
    file.record = this.#records.add({
      ...past,
      head: nothing,
      headBytes: 0,
      offset: 0,
      tail: nothing,
      gone: false,
      mark: undefined,
      size: undefined,
    });
  }

  /** At the end of the file: is it over, or has it been silent for long? */
  async #rest(file: FollowedFile, now: number): Promise<void> {
    const { found } = file;
    file.readAt = { size: found.size, mtimeMs: found.mtimeMs };
    if (file.missingAt !== undefined) {
      if (now - Math.max(file.missingAt, file.activeAt) < silenceMs) return;
      file.open?.stream.finish();
      file.open?.note(this.#ctx.clock.now());
      this.#files.delete(file.key);
      if (file.record) this.#records.forget(file.record, this.#ctx.clock.now());
      this.#journal.commit();
      await this.#close(file);
      this.#lookAt = 0;
    } else if (now - file.activeAt >= durationMs(this.#config.closeIdle)) await this.#close(file);
  }

  /** Closes the file that was silent longest when there are as many as may be open. */
  async #makeRoom(): Promise<void> {
    const open = [...this.#files.values()].filter((file) => file.open);
    if (open.length < this.#config.maxOpen) return;
    const idle = open.filter((file) => file.readAt !== undefined && file.missingAt === undefined);
    const [longest] = (idle.length > 0 ? idle : open).sort((a, b) => a.activeAt - b.activeAt);
    if (longest) await this.#close(longest);
  }

  async #close(file: FollowedFile): Promise<void> {
    const { open } = file;
    file.open = undefined;
    if (open?.stream.holding) file.readAt = undefined;
    open?.stream.discard();
    await open?.handle.close().catch(() => undefined);
  }

  // ── compressed files ──

  /** One at a time, beside the others. */
  #startInflating(file: FollowedFile): void {
    if (this.#inflating || !file.decided || file.record?.whole || file.missingAt !== undefined) return;
    const { size, mtimeMs } = file.found;
    this.#inflating = this.#packed
      .read(file, file.record!)
      .catch((error: unknown) => this.#blame(file, error instanceof FileProblem ? error : new FileProblem('FILE_DAMAGED', file.found.path)))
      .finally(() => {
        this.#inflating = undefined;
        file.readAt = { size, mtimeMs };
      });
  }

  #blame(file: FollowedFile, error: unknown): void {
    const problem = error instanceof FileProblem ? error : new FileProblem('FILE_UNREADABLE', file.found.path);
    if (file.problem?.code !== problem.code) tellProblem(this.#ctx.log, problem);
    file.problem = problem;
  }
}
