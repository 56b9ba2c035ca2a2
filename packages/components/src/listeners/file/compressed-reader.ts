import type { IntakeStream, ListenerContext } from '@acequia/component-sdk/runtime';
import { namesInFirstRow } from '../csv-fields.ts';
import { inflate } from './compressed-file.ts';
import type { FileListenerConfig } from './config.ts';
import type { FileRecord } from './file-records.ts';
import { createFileStream, type FileStream } from './file-stream.ts';
import { digestOf, sampleBytes } from './fingerprint.ts';
import type { FollowedFile } from './followed-file.ts';
import { openFile } from './open-file.ts';
import { headerOf } from './start-place.ts';

interface CompressedReaderOptions {
  readonly config: FileListenerConfig;
  readonly ctx: ListenerContext;
  readonly roots: readonly string[];
  /** A path as events have it. */
  named(path: string): string;
  readonly stream: IntakeStream;
  readonly signal: AbortSignal;
  /** Resolves when the journal takes more. */
  ready(): Promise<void>;
  /** Writes the records with what was written in the same turn. */
  commit(): void;
}

/** Reads a compressed file once, whole; what was taken in before a restart is passed over. */
export class CompressedReader {
  readonly #o: CompressedReaderOptions;
  /** The content that was seen last, from 256 bytes before what is not written yet. */
  #kept = Buffer.alloc(0);
  #keptFrom = 0;

  constructor(options: CompressedReaderOptions) {
    this.#o = options;
  }

  /** Throws when the file is damaged; what stood before the damage is taken in, and it is not read again. */
  async read(file: FollowedFile, record: FileRecord): Promise<void> {
    const handle = await openFile(file.found, this.#o.roots);
    if (!handle) return;
    this.#kept = Buffer.alloc(0);
    this.#keptFrom = 0;
    try {
      const stream = await this.#takeAll(inflate(handle, file.found.path), file, record);
      if (this.#o.signal.aborted) return;
      stream?.finish();
      this.#note(record, stream, true);
    } catch (error) {
      this.#note(record, undefined, true);
      throw error;
    } finally {
      await handle.close();
    }
  }

  async #takeAll(pieces: AsyncIterable<Buffer>, file: FollowedFile, record: FileRecord): Promise<FileStream | undefined> {
    let first = Buffer.alloc(0);
    let stream: FileStream | undefined;
    let position = 0;
    for await (const piece of pieces) {
      await this.#o.ready();
      if (this.#o.signal.aborted) break;
      let fresh = piece;
      if (!stream) {
        first = Buffer.concat([first, piece]);
        stream = this.#begin(first, file, record);
        if (!stream) continue;
        fresh = first;
      }
      this.#kept = Buffer.concat([this.#kept, fresh]);
      const skip = Math.max(0, Math.min(fresh.length, stream.position - position));
      position += fresh.length;
      if (skip < fresh.length) {
        stream.push(fresh.subarray(skip));
        this.#note(record, stream, false);
      }
      const from = Math.max(this.#keptFrom, Math.min(position, stream.offset) - sampleBytes);
      this.#kept = this.#kept.subarray(from - this.#keptFrom);
      this.#keptFrom = from;
    }
    if (this.#o.signal.aborted) stream?.discard();
    return stream;
  }

  /** Undefined: the header row is not whole yet. */
  #begin(first: Buffer, file: FollowedFile, record: FileRecord): FileStream | undefined {
    const { config, ctx, stream } = this.#o;
    const named = namesInFirstRow(config);
    const header = named ? headerOf(first, config) : undefined;
    if (named && !header) return undefined;
    // While the worker was down its inode may have become that of another file.
    if (first.length < record.headBytes || !digestOf(first.subarray(0, record.headBytes)).equals(record.head)) record.offset = 0;
    record.headBytes = Math.min(sampleBytes, first.length);
    record.head = digestOf(first.subarray(0, record.headBytes));
    const made = createFileStream({
      config,
      ctx,
      stream,
      path: () => this.#o.named(file.found.path),
      start: Math.max(record.offset, header?.end ?? 0),
      header: header?.text,
      late: () => this.#note(record, made, false),
    });
    return made;
  }

  #note(record: FileRecord, stream: FileStream | undefined, whole: boolean): void {
    if (stream && stream.offset !== record.offset) {
      const end = stream.offset - this.#keptFrom;
      record.offset = stream.offset;
      record.tail = digestOf(this.#kept.subarray(Math.max(0, end - sampleBytes), end));
    }
    record.seenMs = this.#o.ctx.clock.now();
    record.whole = whole;
    this.#o.commit();
  }
}
