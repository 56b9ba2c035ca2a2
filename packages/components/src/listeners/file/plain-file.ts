import type { FileHandle } from 'node:fs/promises';
import { KiB } from '@acequia/base';
import { digestOf, nothing, sampleBytes } from './fingerprint.ts';
import type { FileRecord } from './file-records.ts';
import type { FileStream } from './file-stream.ts';
import { digestBefore, sampleBefore } from './open-file.ts';

/** A little less than four blocks of the journal: an unfinished line of the piece before must not spill into a fifth. */
const pieceBytes = 1008 * KiB;

/** A buffer that a piece is read into, behind what stands before it. */
export const pieceBuffer = (): Buffer => Buffer.allocUnsafeSlow(sampleBytes + pieceBytes);

/** Whether what was taken in of a file still stands in it: its beginning, and what is before the offset. */
export function stillHolds(handle: FileHandle, record: FileRecord): boolean {
  const head = digestBefore(handle, record.headBytes);
  if (head === undefined || !head.equals(record.head)) return false;
  return digestBefore(handle, record.offset)?.equals(record.tail) ?? false;
}

/** An open file that is read on from where its record says. */
export class PlainFile {
  readonly handle: FileHandle;
  readonly stream: FileStream;
  readonly record: FileRecord;
  /** The bytes before `stream.position`, read again with each piece: so a file that was emptied and filled again is noticed. */
  #before: Buffer;

  constructor(handle: FileHandle, stream: FileStream, record: FileRecord) {
    this.handle = handle;
    this.stream = stream;
    this.record = record;
    this.#before = sampleBefore(handle, stream.position);
  }

  /** Reads the next piece into the buffer. `rewritten`: the file no longer holds what was read. */
  async read(buffer: Buffer): Promise<{ readonly fresh: Buffer; readonly whole: boolean } | 'rewritten'> {
    const before = this.#before;
    const { bytesRead } = await this.handle.read(buffer, 0, before.length + pieceBytes, this.stream.position - before.length);
    if (bytesRead < before.length || buffer.compare(before, 0, before.length, 0, before.length) !== 0) return 'rewritten';
    return { fresh: buffer.subarray(before.length, bytesRead), whole: bytesRead === before.length + pieceBytes };
  }

  /** Hands a piece on and brings the record up to date. Commit in the same turn. */
  take(fresh: Buffer, nowMs: number): void {
    this.stream.push(fresh);
    if (this.#before.length === 0) this.record.headBytes = 0;
    const read = Buffer.from(fresh.buffer, fresh.byteOffset - this.#before.length, this.#before.length + fresh.length);
    this.#before = Buffer.from(read.subarray(Math.max(0, read.length - sampleBytes)));
    this.note(nowMs, read);
  }

  /** Brings the record up to what was written. `read`: the bytes up to `stream.position`, as far as they are at hand. */
  note(nowMs: number, read: Buffer = this.#before): void {
    const record = this.record;
    record.seenMs = nowMs;
    if (record.headBytes < sampleBytes) this.#noteHead(read);
    const { offset } = this.stream;
    if (offset === record.offset) return;
    record.offset = offset;
    const end = read.length - (this.stream.position - offset);
    const from = end - Math.min(sampleBytes, offset);
    record.tail = (from >= 0 ? digestOf(read.subarray(from, end)) : digestBefore(this.handle, offset)) ?? nothing;
  }

  /** From the bytes at hand where they reach back to the beginning: the file may have been emptied since. */
  #noteHead(read: Buffer): void {
    const { position } = this.stream;
    const headBytes = Math.min(sampleBytes, position);
    const head = read.length === position ? digestOf(read.subarray(0, headBytes)) : digestBefore(this.handle, headBytes);
    if (head === undefined) return;
    this.record.headBytes = headBytes;
    this.record.head = head;
  }
}
