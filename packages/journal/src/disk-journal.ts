import { join } from 'node:path';
import type { Clock, Log } from '@acequia/base';
import { causeOf, Episode, MiB, secondMs } from '@acequia/base';
import { buildBatch, prepareGroup, receiptOf, type AppendBatch, type Numbering, type PreparedGroup } from './append-batch.ts';
import { BlockReader, type JournalDamage } from './block-reader.ts';
import { failureOf, JournalFailed, JournalFull } from './errors.ts';
import { openFilesCodes } from './file-calls.ts';
import type {
  AppendGroup,
  AppendReceipt,
  Durability,
  Journal,
  Position,
  StoredBlock,
  StreamName,
  StreamSpan,
  StreamUsage,
} from './journal.ts';
import { keyHash, type KeyTable } from './key-table.ts';
import { recordKinds } from './record-format.ts';
import { OwnMarks } from './own-marks.ts';
import type { Recovered, TrimMark } from './recover.ts';
import { indexName, segmentHeader, segmentHeaderBytes, segmentName } from './segment-format.ts';
import { addBlock, emptyIndex, encodeIndex, segmentIdentity } from './segment-index.ts';
import { Segment } from './segment.ts';
import { StreamState } from './stream-state.ts';
import { streamOf } from './stream-tally.ts';
import type { DiskCommitLog } from './disk-commit-log.ts';
import type { WriteFault } from './write-watch.ts';
import type { Writer, WriterReply } from './writer-jobs.ts';

/** A batch takes waiting groups up to this size; one larger group goes alone. */
const batchBytes = 4 * MiB;
const scratchBytes = 1 * MiB;
/** `memory` appends resolve at once while no more than this waits for its write. */
const unwrittenBytesMax = 32 * MiB;
const rewritesMax = 3;
/** While the disk is full or no file can be opened, how often it is asked whether that is over. */
const spaceCheckMs = secondMs;

export interface DiskJournalParts {
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly writer: Writer;
  readonly writeFault: () => WriteFault | undefined;
  readonly commits: DiskCommitLog;
  readonly keys: KeyTable;
  readonly recovered: Recovered;
  readonly generation: number;
  /** Of the log, and from which opening on its blocks have its number. */
  readonly identity: { readonly number: number; readonly since: number };
  readonly segmentBytes: number;
  readonly limitBytes: number;
  readonly unlock: () => void;
  /** Space was given back to the disk. */
  readonly onFreed: () => void;
}

interface Waiting {
  readonly prepared: PreparedGroup;
  readonly resolve: (receipt: AppendReceipt) => void;
  readonly reject: (error: Error) => void;
}

/** The journal on a local disk (see README for the files). All methods are for one thread; the writing happens in the writer's. */
export class DiskJournal implements Journal {
  readonly generation: number;
  readonly logNumber: number;
  readonly commits: DiskCommitLog;
  readonly #parts: DiskJournalParts;
  readonly #streams: Map<string, StreamState>;
  readonly #segments = new Map<number, Segment>();
  readonly #listeners = new Set<(stream: StreamName) => void>();
  readonly #scratch = new SharedArrayBuffer(scratchBytes);
  readonly #reader: BlockReader;
  #active: Segment;
  #activeHeader: Buffer;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #full = false;
  #closed = false;
  #running: Promise<void> | undefined;
  #freeing: Promise<void> = Promise.resolve();
  /** Segments no stream needs, whose files are not removed yet. */
  #unneeded: Segment[] = [];
  #stopSpaceCheck: (() => void) | undefined;
  #logNumber = 0;
  #group = 0;
  #syncs = 0;
  readonly #marks: OwnMarks;
  readonly #refused: Episode;
  readonly #failedWrites: Episode;
  readonly #unremoved: Episode;

  constructor(parts: DiskJournalParts) {
    this.#parts = parts;
    this.generation = parts.generation;
    this.logNumber = parts.identity.number;
    this.commits = parts.commits;
    this.#streams = parts.recovered.streams;
    this.#marks = new OwnMarks(parts.commits, this.#streams);
    const episode = (began: string, ended: string) =>
      new Episode(parts.clock, parts.log, { level: 'error', began: `journal: ${began}`, ended: `journal: ${ended}` });
    this.#refused = episode('appends are refused', 'appends are taken again');
    this.#failedWrites = episode('a write failed, the file is sealed and the group goes to a new one', 'writes succeed again');
    this.#unremoved = episode('what is no longer needed could not be removed', 'what is no longer needed is removed again');
    const { lostFrames: frames, lostBlocks: blocks } = parts.recovered;
    this.#reader = new BlockReader({
      identity: parts.identity,
      log: parts.log,
      lost: { frames, blocks },
      isSkipped: (stream, block) => this.#marks.isSkipped(stream, block),
      isHeld: (segment) => this.#segments.has(segment.sequence),
    });
    for (const segment of parts.recovered.segments) {
      this.#segments.set(segment.sequence, segment);
      this.#bytes += segment.bytes;
    }
    this.#active = this.#nextSegment();
    this.#activeHeader = this.#headerOf(this.#active);
    this.#free();
  }

  append(group: AppendGroup): Promise<AppendReceipt> {
    if (this.#closed) return Promise.reject(new JournalFailed('the journal is closed'));
    let prepared: PreparedGroup;
    try {
      prepared = prepareGroup(group, group.durability === 'memory');
    } catch (error) {
      return Promise.reject(error as Error);
    }
    if (this.#bytes + this.#waitingBytes + prepared.bytes > this.#parts.limitBytes) {
      return Promise.reject(new JournalFull(`the journal holds ${this.#bytes} of ${this.#parts.limitBytes} bytes`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ prepared, resolve, reject });
      this.#waitingBytes += prepared.bytes;
      this.#running ??= this.#run();
    });
  }

  read(stream: StreamName, from: Position, maxBytes: number): Promise<readonly StoredBlock[]> {
    const state = this.#streams.get(stream);
    return state === undefined ? Promise.resolve([]) : this.#reader.read(state, from, maxBytes);
  }

  head(stream: StreamName): Position {
    return { block: this.#streams.get(stream)?.head ?? 1, frame: 0 };
  }

  tail(stream: StreamName): Position {
    return this.#streams.get(stream)?.tail ?? { block: 1, frame: 0 };
  }

  trim(stream: StreamName, before: Position): void {
    const passed = this.#streams.get(stream)?.trim(before) ?? [];
    if (passed.length > 0) this.#free();
  }

  drop(stream: StreamName): void {
    const state = this.#streams.get(stream);
    if (state === undefined || state.droppedAt !== undefined) return;
    state.droppedAt = this.#active.sequence;
    this.#parts.recovered.states.delete(stream);
    const passed = state.trim({ block: state.head, frame: 0 });
    const changes = new Map([
      [`trim/${stream}`, markOf(state)],
      [`state/${stream}`, null],
      [`head/${stream}`, null],
      [`skip/${stream}`, null],
    ]);
    this.#marks.forget(stream);
    this.#later(() => this.#commitOwn(changes));
    if (passed.length > 0) this.#free();
  }

  streams(): readonly StreamName[] {
    return [...this.#streams.values()].filter((state) => state.droppedAt === undefined).map((state) => state.name);
  }

  usage(stream: StreamName): StreamUsage {
    return (this.#streams.get(stream) ?? new StreamState(stream)).usage();
  }

  span(stream: StreamName, fromMs: number, toMs: number): Promise<StreamSpan> {
    return this.#reader.span(this.#streams.get(stream) ?? new StreamState(stream), fromMs, toMs);
  }

  space(): { readonly bytes: number; readonly limit: number; readonly full: boolean } {
    const limit = this.#parts.limitBytes;
    return { bytes: this.#bytes, limit, full: this.#full || this.#bytes + this.#waitingBytes >= limit };
  }

  durability(): Durability {
    return 'fsync';
  }

  sourceState(stream: StreamName): Uint8Array | undefined {
    return this.#parts.recovered.states.get(stream)?.bytes;
  }

  knowsKey(key: string): boolean {
    return this.#parts.keys.has(keyHash(key), this.#parts.clock.now());
  }

  onAppend(listen: (stream: StreamName) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  /** Gives up the blocks from `from` to `to`: they are not read any more and not counted as damage. Resolves when that is durable. */
  async skip(stream: StreamName, from: number, to: number): Promise<void> {
    await this.#marks.skip(stream, from, to);
  }

  /** Acknowledged frames that cannot be given back, and the blocks they were in. */
  damage(): JournalDamage {
    return this.#reader.damage;
  }

  /** The newest time that the disk refused a write; undefined: never since the opening. */
  writeFault(): WriteFault | undefined {
    return this.#parts.writeFault();
  }

  /** Syncs of the log since it was opened. */
  get syncs(): number {
    return this.#syncs;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopSpaceCheck?.();
    while (this.#running !== undefined) await this.#running;
    await this.#freeing;
    const marks = new Map(
      [...this.#streams.values()].filter((state) => state.tail.block > 1).map((state) => [`trim/${state.name}`, markOf(state)]),
    );
    await this.#commitOwn(marks).catch((error: unknown) => {
      this.#parts.log.error({ error }, 'journal: closed without its marks; the next opening finds more than is needed');
    });
    if (this.#active.bytes > 0) await this.#seal({ failed: false });
    await this.commits.idle();
    await this.#parts.writer.stop();
    for (const segment of [...this.#segments.values(), ...this.#unneeded]) segment.close();
    this.#parts.unlock();
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#take();
      await this.#write(taken);
    }
    this.#running = undefined;
    this.#endUnneeded();
  }

  #take(): Waiting[] {
    let count = 1;
    let bytes = this.#waiting[0]!.prepared.bytes;
    while (count < this.#waiting.length && bytes + this.#waiting[count]!.prepared.bytes <= batchBytes) {
      bytes += this.#waiting[count++]!.prepared.bytes;
    }
    return this.#waiting.splice(0, count);
  }

  async #write(taken: readonly Waiting[]): Promise<void> {
    const batch = buildBatch(
      taken.map((one) => one.prepared),
      this.#numbering(),
      this.#scratch,
    );
    for (const [i, one] of taken.entries()) {
      const early = one.prepared.group.durability === 'memory' && this.#waitingBytes <= unwrittenBytesMax;
      if (early) one.resolve(receiptOf(batch.groups[i]!, this.logNumber));
    }
    if (this.#active.bytes > segmentHeaderBytes && this.#active.bytes + batch.bytes > this.#parts.segmentBytes) await this.#rotate();
    const sync = taken.some((one) => one.prepared.group.durability === 'fsync');
    let reply = await this.#attempt(batch, sync);
    for (let attempt = 1; reply.outcome === 'failed' && attempt < rewritesMax; attempt++) reply = await this.#attempt(batch, sync);
    for (const one of taken) this.#waitingBytes -= one.prepared.bytes;
    if (reply.outcome !== 'done') {
      this.#full = reply.outcome === 'full';
      if (this.#full) this.#awaitSpace(Math.min(batch.bytes, batchBytes));
      this.#refused.failed(reply.code, { code: reply.code, error: reply.error });
      const error = failureOf(this.#full && !openFilesCodes.has(reply.code), reply.error);
      for (const one of taken) one.reject(error);
      this.#free();
      return;
    }
    this.#full = false;
    this.#refused.succeeded();
    this.#show(batch, sync);
    for (const [i, one] of taken.entries()) one.resolve(receiptOf(batch.groups[i]!, this.logNumber));
  }

  /** Writes to the active segment. When that fails the file is sealed, and where it ends is kept: its cut may not have reached the disk. */
  async #attempt(batch: AppendBatch, sync: boolean): Promise<WriterReply> {
    try {
      await this.#marks.commitEnds();
    } catch (error) {
      const code = this.#parts.writeFault()?.code ?? 'EIO';
      const isFull = error instanceof JournalFull || openFilesCodes.has(code);
      return { outcome: isFull ? 'full' : 'failed', error: String(error), code };
    }
    const segment = this.#active;
    const reply = await this.#appendTo(segment, batch, sync);
    if (reply.outcome === 'done') this.#failedWrites.succeeded();
    if (reply.outcome !== 'failed') return reply;
    this.#failedWrites.failed(reply.code, { code: reply.code, error: reply.error, segment: segment.path });
    this.#marks.endSegment(segment.sequence, segment.bytes);
    await this.#rotate({ failed: true });
    return reply;
  }

  async #appendTo(segment: Segment, batch: AppendBatch, sync: boolean): Promise<WriterReply> {
    const isNew = segment.bytes === 0;
    const reply = await this.#parts.writer.run({
      kind: 'append',
      path: segment.path,
      ...(isNew ? { header: this.#activeHeader } : {}),
      at: segment.bytes,
      records: batch.spans,
      sync,
    });
    if (sync && reply.outcome === 'done') this.#syncs++;
    return reply;
  }

  /** Makes a written batch visible: index, heads, keys, states; then tells. */
  #show(batch: AppendBatch, synced: boolean): void {
    const segment = this.#active;
    const index = segment.index!;
    let offset = segment.bytes === 0 ? segmentHeaderBytes : segment.bytes;
    this.#bytes += batch.bytes + (segment.bytes === 0 ? segmentHeaderBytes : 0);
    const touched = new Set<string>();
    for (const { prepared, records } of batch.groups) {
      for (const { input, sizes } of records) {
        if (input.kind === recordKinds.block) {
          addBlock(index, input.stream, {
            block: input.block,
            offset,
            size: sizes.record,
            frames: input.frameCount,
            framesBefore: input.framesBefore,
            logNumber: input.logNumber,
            writtenMs: input.writtenMs,
          });
          streamOf(this.#streams, input.stream).add(segment, input.block, sizes.record, input.frameCount, input.writtenMs);
          touched.add(input.stream);
          if (!synced) this.#marks.noteUnsynced(input.stream);
        }
        offset += sizes.record;
      }
      const at = records[0]!.input.writtenMs;
      if (prepared.keys.length > 0) this.#parts.keys.add(prepared.keys, at);
      for (const hash of prepared.keys) index.keys.push([hash, at]);
      const state = prepared.group.sourceState;
      if (state === undefined) continue;
      const bytes = Uint8Array.prototype.slice.call(state.bytes);
      index.states.set(state.stream, bytes);
      this.#parts.recovered.states.set(state.stream, { bytes, segment });
    }
    segment.bytes = offset;
    for (const stream of touched) for (const listen of this.#listeners) listen(stream);
  }

  #numbering(): Numbering {
    const heads = new Map<string, { block: number; frames: number }>();
    return {
      generation: this.generation,
      nowMs: this.#parts.clock.now(),
      next: (stream, frames) => {
        let head = heads.get(stream);
        if (head === undefined) {
          const state = this.#streams.get(stream);
          head = { block: state?.head ?? 1, frames: state?.framesNext ?? 0 };
          heads.set(stream, head);
        }
        const given = { block: head.block, framesBefore: head.frames };
        head.block++;
        head.frames += frames;
        return given;
      },
      nextLogNumber: () => ++this.#logNumber,
      nextGroup: () => ++this.#group,
    };
  }

  /** Ends the active segment and begins the next. */
  async #rotate(how: { readonly failed: boolean } = { failed: false }): Promise<void> {
    await this.#seal(how);
    this.#active = this.#nextSegment();
    this.#activeHeader = this.#headerOf(this.#active);
    this.#free();
  }

  /** The index file tells the next opening that all of the segment is durable: it is not written after a write or a sync has `failed`. */
  async #seal({ failed }: { readonly failed: boolean }): Promise<void> {
    const segment = this.#active;
    segment.sealed = true;
    const reply = await this.#parts.writer.run({ kind: 'seal', path: segment.path });
    const index = segment.index!;
    if (segment.bytes > 0 && !failed && reply.outcome === 'done') {
      const bytes = encodeIndex(index, segmentIdentity(this.#activeHeader, segment.bytes));
      await this.#parts.writer.run({ kind: 'file', path: indexName(segment.path), bytes, sync: false });
    }
    this.#reader.keep(segment, Promise.resolve(index));
  }

  #nextSegment(): Segment {
    let sequence = 1;
    for (const known of this.#segments.keys()) sequence = Math.max(sequence, known + 1);
    const segment = new Segment(sequence, join(this.#parts.directory, segmentName(sequence)), 0, false, emptyIndex());
    this.#segments.set(sequence, segment);
    return segment;
  }

  #headerOf(segment: Segment): Buffer {
    return segmentHeader(this.generation, segment.sequence, this.#parts.clock.now());
  }

  /** Removes the segments that no stream needs; what must outlive them goes to the commit log first. */
  #free(): void {
    for (const segment of this.#segments.values()) {
      if (segment === this.#active || segment.needed.size > 0) continue;
      this.#segments.delete(segment.sequence);
      this.#bytes -= segment.bytes;
      this.#unneeded.push(segment);
    }
    if (this.#unneeded.length > 0) this.#later(() => this.#removeUnneeded());
    this.#endUnneeded();
  }

  /** Ends the active segment when no stream needs it and it holds enough to be worth a new file. */
  #endUnneeded(): void {
    const { needed, bytes } = this.#active;
    if (needed.size > 0 || bytes <= this.#parts.segmentBytes / 4 || this.#running !== undefined) return;
    this.#running = this.#rotate().then(() => {
      this.#running = undefined;
      if (this.#waiting.length > 0) this.#running = this.#run();
    });
  }

  /** While the log is full its callers append nothing, so it finds out by itself when `bytes` could be written again. */
  #awaitSpace(bytes: number): void {
    this.#stopSpaceCheck?.();
    const check = async (): Promise<void> => {
      this.#free();
      const reply = await this.#parts.writer.run({ kind: 'probe', path: join(this.#parts.directory, 'probe.new'), bytes });
      if (reply.outcome === 'done') this.#full = false;
      if (this.#full && !this.#closed) this.#awaitSpace(bytes);
    };
    this.#stopSpaceCheck = this.#parts.clock.after(spaceCheckMs, () => {
      if (this.#full) void check();
    });
  }

  #later(work: () => Promise<void>): void {
    this.#freeing = this.#freeing.then(work).then(
      () => this.#unremoved.succeeded(),
      (error: unknown) => this.#unremoved.failed(causeOf(error), { error }),
    );
  }

  /** Where it fails they stay, and the next time something is freed or refused it is tried again. */
  async #removeUnneeded(): Promise<void> {
    const segments = [...this.#unneeded];
    if (segments.length === 0) return;
    const changes = new Map<string, TrimMarkValue | string | null>();
    for (const state of this.#streams.values()) if (state.tail.block > 1) changes.set(`trim/${state.name}`, markOf(state));
    const { states } = this.#parts.recovered;
    const outliving = [...states].filter(([, { segment }]) => segment !== undefined && segments.includes(segment));
    for (const [stream, { bytes }] of outliving) changes.set(`state/${stream}`, Buffer.from(bytes).toString('base64'));
    await this.#commitOwn(changes);
    for (const [stream, state] of outliving)
      if (states.get(stream) === state) states.set(stream, { bytes: state.bytes, segment: undefined });
    for (const segment of segments) {
      segment.close();
      this.#reader.forget(segment);
    }
    const paths = segments.flatMap((segment) => [segment.path, indexName(segment.path)]);
    const reply = await this.#parts.writer.run({ kind: 'remove', paths });
    if (reply.outcome !== 'done') throw new JournalFailed(reply.error);
    this.#unneeded = this.#unneeded.slice(segments.length);
    this.#full = false;
    this.#parts.onFreed();
  }

  async #commitOwn(changes: ReadonlyMap<string, TrimMarkValue | string | null>): Promise<void> {
    if (changes.size > 0) await this.commits.commitOwn(changes);
  }
}

type TrimMarkValue = { readonly [K in keyof TrimMark]: number };

function markOf(state: StreamState): TrimMarkValue {
  const mark = { block: state.tail.block, frames: state.framesNext };
  return state.droppedAt === undefined ? mark : { ...mark, droppedAt: state.droppedAt };
}
