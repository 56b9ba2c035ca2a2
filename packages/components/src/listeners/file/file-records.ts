import { KiB } from '@acequia/base';
import { digestBytes, sampleBytes } from './fingerprint.ts';

/** How far a file was taken in. What the source state holds of it. */
export interface FileRecord {
  /** Digest of device and inode, hex. */
  key: string;
  /** Digest of its first `headBytes` bytes. */
  head: Buffer;
  headBytes: number;
  /** Where the next frame begins; of a compressed file in the plain content. */
  offset: number;
  /** Digest of the bytes before `offset` (at most 256). */
  tail: Buffer;
  /** ms since 1970, in steps of a minute: last read, or when it went. */
  seenMs: number;
  /** Its file is gone or was emptied: what was taken is remembered, in case a copy turns up. */
  gone: boolean;
  /** A compressed file, taken in whole. */
  whole: boolean;
  /** Offset and tail at the last look that found no copy under way; not kept over restarts. A later copy reaches at least so far. */
  mark?: { readonly offset: number; readonly tail: Buffer } | undefined;
}

/** Nothing was taken in of it. */
export const isBlank = (record: FileRecord): boolean => record.offset === 0 && record.headBytes === 0 && !record.whole;

const version = 1;
const headerBytes = 8;
const recordBytes = 32;
const minuteMs = 60_000;
const rememberGoneMs = 24 * 60 * minuteMs;
/** Files that are followed or remembered at the same time; the state of a listener is limited to 64 KiB. */
export const recordsMax = Math.floor((64 * KiB - headerBytes) / recordBytes);

/** All records of a listener; files that are gone make room for new ones. */
export class FileRecords {
  readonly #records = new Set<FileRecord>();
  /** When the state was last written; 0 for the first start ever. */
  readonly writtenMs: number;

  constructor(state: Uint8Array | undefined) {
    const bytes = state && Buffer.from(state.buffer, state.byteOffset, state.byteLength);
    if (!bytes || bytes.length < headerBytes || bytes[0] !== version) {
      this.writtenMs = 0;
      return;
    }
    this.writtenMs = bytes.readUIntBE(2, 6);
    for (let at = headerBytes; at + recordBytes <= bytes.length; at += recordBytes) this.#records.add(readRecord(bytes, at));
  }

  /** There is no room, and nothing that may be forgotten for it. */
  get full(): boolean {
    return this.#records.size >= recordsMax && ![...this.#records].some((record) => record.gone);
  }

  /** Undefined: the table is full of files that are still there. */
  add(record: FileRecord): FileRecord | undefined {
    if (this.#records.size >= recordsMax && !this.#forgetOldest()) return undefined;
    this.#records.add(record);
    return record;
  }

  remove(record: FileRecord): void {
    this.#records.delete(record);
  }

  /** Its file is gone: keeps what a copy can be recognised by. */
  forget(record: FileRecord, nowMs: number): void {
    record.gone = true;
    record.seenMs = nowMs;
    if (record.headBytes < sampleBytes) this.#records.delete(record);
  }

  byKey(key: string): FileRecord | undefined {
    for (const record of this.#records) if (!record.gone && record.key === key) return record;
    return undefined;
  }

  /** Files that begin with the same 256 bytes. */
  withHead(head: Buffer): FileRecord[] {
    return [...this.#records].filter((record) => record.headBytes === sampleBytes && record.head.equals(head));
  }

  /** Records whose file was not found again since the start. */
  notIn(keys: ReadonlySet<string>): FileRecord[] {
    return [...this.#records].filter((record) => !record.gone && !keys.has(record.key));
  }

  forgetOld(nowMs: number): void {
    for (const record of this.#records) if (record.gone && nowMs - record.seenMs > rememberGoneMs) this.#records.delete(record);
  }

  /** The state to commit; a copy. */
  bytes(nowMs: number): Buffer {
    const bytes = Buffer.alloc(headerBytes + this.#records.size * recordBytes);
    bytes[0] = version;
    bytes.writeUIntBE(Math.max(0, Math.floor(nowMs)), 2, 6);
    let at = headerBytes;
    for (const record of this.#records) {
      bytes.write(record.key, at, 'hex');
      record.head.copy(bytes, at + 6);
      bytes.writeUInt16BE(record.headBytes, at + 12);
      bytes.writeUIntBE(record.offset, at + 14, 6);
      record.tail.copy(bytes, at + 20);
      bytes.writeUInt32BE(Math.floor(record.seenMs / minuteMs), at + 26);
      bytes[at + 30] = (record.gone ? 1 : 0) | (record.whole ? 2 : 0);
      at += recordBytes;
    }
    return bytes;
  }

  #forgetOldest(): boolean {
    let oldest: FileRecord | undefined;
    for (const record of this.#records) if (record.gone && (!oldest || record.seenMs < oldest.seenMs)) oldest = record;
    return oldest !== undefined && this.#records.delete(oldest);
  }
}

function readRecord(bytes: Buffer, at: number): FileRecord {
  const part = (from: number) => Buffer.from(bytes.subarray(at + from, at + from + digestBytes));
  return {
    key: part(0).toString('hex'),
    head: part(6),
    headBytes: bytes.readUInt16BE(at + 12),
    offset: bytes.readUIntBE(at + 14, 6),
    tail: part(20),
    seenMs: bytes.readUInt32BE(at + 26) * minuteMs,
    gone: (bytes[at + 30]! & 1) !== 0,
    whole: (bytes[at + 30]! & 2) !== 0,
  };
}
