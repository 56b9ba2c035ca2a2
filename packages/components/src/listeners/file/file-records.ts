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
  /** Its size when it was last seen, of a plain file; after a restart at least what was known to be unread is beyond `offset`. */
  size?: number | undefined;
  /** As people are told of it; of a long name the end. Not known of every record after a restart. */
  name?: string | undefined;
  /** `birthStamp` of its file. Known where its name is, when the file system knows it. */
  birth?: number | undefined;
}

/** The moment at which a file was made, to the ms, within 4.6 hours; undefined where the file system does not know it. */
export const birthStamp = ({ birthtimeMs }: { readonly birthtimeMs: number }): number | undefined =>
  Math.floor(birthtimeMs) % 2 ** 24 || undefined;

/** Bytes that are known to stand in a file beyond what was read: at least so many. */
export const unreadOf = (record: FileRecord): number => Math.max(0, (record.size ?? 0) - record.offset);

/** Nothing was taken in of it. */
export const isBlank = (record: FileRecord): boolean => record.offset === 0 && record.headBytes === 0 && !record.whole;

const version = 1;
const headerBytes = 8;
const recordBytes = 32;
const minuteMs = 60_000;
const goneFlag = 1;
const wholeFlag = 2;
/**
 * A part of the name of the record before it; the first has the file's birth as well. To versions that know no names it is a record that is
 * gone since before 2002, which they forget at once.
 */
const nameFlag = 4;
const namePartBytes = 26;
const namePartsMax = 4;
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
    let record: FileRecord | undefined;
    let name = nothingRead;
    for (let at = headerBytes; at + recordBytes <= bytes.length; at += recordBytes) {
      if ((bytes[at + 30]! & nameFlag) === 0) {
        record = readRecord(bytes, at);
        name = nothingRead;
        this.#records.add(record);
      } else if (record) {
        name = Buffer.concat([name, bytes.subarray(at, at + Math.min(namePartBytes, bytes[at + 31]!))]);
        record.name = name.toString();
        record.birth ??= bytes.readUIntBE(at + 27, 3) || undefined;
      }
    }
  }

  get empty(): boolean {
    return this.#records.size === 0;
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
    const names = this.#namesToKeep();
    const parts = [...names.values()].reduce((sum, name) => sum + partsOf(name), 0);
    const bytes = Buffer.alloc(headerBytes + (this.#records.size + parts) * recordBytes);
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
      bytes[at + 30] = (record.gone ? goneFlag : 0) | (record.whole ? wholeFlag : 0);
      bytes[at + 31] = record.gone ? 0 : toScale(unreadOf(record));
      at += recordBytes;
      const name = names.get(record);
      for (let from = 0; name && from < name.length; from += namePartBytes, at += recordBytes) {
        bytes[at + 31] = name.copy(bytes, at, from, from + namePartBytes);
        bytes[at + 30] = goneFlag | nameFlag;
        if (from === 0) bytes.writeUIntBE(record.birth ?? 0, at + 27, 3);
      }
    }
    return bytes;
  }

  /** Names of files that are there, as many as the records leave room for. */
  #namesToKeep(): ReadonlyMap<FileRecord, Buffer> {
    const names = new Map<FileRecord, Buffer>();
    let room = recordsMax - this.#records.size;
    for (const record of this.#records) {
      if (record.gone || record.name === undefined || room <= 0) continue;
      const name = Buffer.from(record.name);
      const parts = partsOf(name);
      if (parts > room || parts > namePartsMax) continue;
      room -= parts;
      names.set(record, name);
    }
    return names;
  }

  #forgetOldest(): boolean {
    let oldest: FileRecord | undefined;
    for (const record of this.#records) if (record.gone && (!oldest || record.seenMs < oldest.seenMs)) oldest = record;
    return oldest !== undefined && this.#records.delete(oldest);
  }
}

const nothingRead = Buffer.alloc(0);
const partsOf = (name: Buffer): number => Math.ceil(name.length / namePartBytes);

/** A name that a record keeps whole; of a longer one its end, behind `…`. */
export function nameToKeep(name: string): string {
  const max = namePartBytes * namePartsMax;
  if (Buffer.byteLength(name) <= max) return name;
  const chars = [...name];
  let kept = '';
  while (Buffer.byteLength(`…${chars.at(-1)!}${kept}`) <= max) kept = chars.pop()! + kept;
  return `…${kept}`;
}

/** A number in a byte, rounded down: exact below 16, then to an eighth. */
function toScale(value: number): number {
  if (value < 8) return Math.floor(value);
  const doublings = Math.min(30, Math.floor(Math.log2(value)) - 3);
  return ((doublings + 1) << 3) | (Math.min(15, Math.floor(value / 2 ** doublings)) - 8);
}

const fromScale = (scale: number): number => (scale < 8 ? scale : (8 + (scale & 7)) * 2 ** ((scale >> 3) - 1));

function readRecord(bytes: Buffer, at: number): FileRecord {
  const offset = bytes.readUIntBE(at + 14, 6);
  const part = (from: number) => Buffer.from(bytes.subarray(at + from, at + from + digestBytes));
  return {
    key: part(0).toString('hex'),
    head: part(6),
    headBytes: bytes.readUInt16BE(at + 12),
    offset,
    tail: part(20),
    seenMs: bytes.readUInt32BE(at + 26) * minuteMs,
    gone: (bytes[at + 30]! & goneFlag) !== 0,
    whole: (bytes[at + 30]! & wholeFlag) !== 0,
    size: offset + fromScale(bytes[at + 31]!),
  };
}
