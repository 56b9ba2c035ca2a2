import { closeSync, openSync, read as readFromFile, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readBody, readHead } from './record-format.ts';
import { scanSegment } from './scan-segment.ts';
import { decodeIndex, indexOf, segmentIdentity, type SegmentIndex } from './segment-index.ts';
import { indexName, segmentHeaderBytes } from './segment-format.ts';

/** A segment file as the journal knows it. */
export class Segment {
  readonly sequence: number;
  readonly path: string;
  bytes: number;
  sealed: boolean;
  /** Streams that still need something in it. */
  readonly needed = new Set<string>();
  /** The active segment's index is always here; of sealed ones only while it is used. */
  index: SegmentIndex | undefined;
  #fd: number | undefined;
  #readers = 0;
  #gone = false;

  constructor(sequence: number, path: string, bytes: number, sealed: boolean, index: SegmentIndex | undefined) {
    this.sequence = sequence;
    this.path = path;
    this.bytes = bytes;
    this.sealed = sealed;
    this.index = index;
  }

  /** Reads `length` bytes at `offset`; fewer when the file is shorter. The file may be removed meanwhile. */
  async read(offset: number, length: number): Promise<Buffer> {
    this.#readers++;
    try {
      const fd = (this.#fd ??= openSync(this.path, 'r'));
      const buffer = Buffer.allocUnsafeSlow(length);
      let done = 0;
      while (done < length) {
        const count = await readSome(fd, buffer, done, length - done, offset + done);
        if (count === 0) break;
        done += count;
      }
      return buffer.subarray(0, done);
    } finally {
      this.#readers--;
      if (this.#gone) this.close();
    }
  }

  /** Closes the file once nobody reads from it. */
  close(): void {
    this.#gone = true;
    if (this.#readers > 0 || this.#fd === undefined) return;
    closeSync(this.#fd);
    this.#fd = undefined;
  }
}

function readSome(fd: number, buffer: Buffer, at: number, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    readFromFile(fd, buffer, at, length, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

/** The index in the file beside a segment with this header and length; undefined when it is missing or does not fit. */
export function cachedIndex(path: string, header: Buffer, bytes: number): SegmentIndex | undefined {
  let cached: Buffer;
  try {
    cached = readFileSync(indexName(path));
  } catch {
    return undefined;
  }
  return decodeIndex(cached, segmentIdentity(header, bytes));
}

/** The index of a sealed segment: from its index file, or from the segment when that file is missing or does not fit. */
export async function loadIndex(path: string, bytes: number): Promise<SegmentIndex> {
  const cached = await readFile(indexName(path)).catch(() => undefined);
  if (cached !== undefined) {
    const segment = new Segment(0, path, bytes, true, undefined);
    const header = await segment.read(0, segmentHeaderBytes);
    segment.close();
    const index = decodeIndex(cached, segmentIdentity(header, bytes));
    if (index !== undefined) return index;
  }
  return scanIndex(path);
}

/** As `loadIndex`, from the segment itself. */
export async function scanIndex(path: string): Promise<SegmentIndex> {
  return indexFile(await readFile(path), path);
}

function indexFile(file: Buffer, path: string): SegmentIndex {
  return indexOf(scanSegment(file, path), (offset) => notePayload(file, offset));
}

export function notePayload(file: Buffer, offset: number): Uint8Array {
  const head = readHead(file, offset);
  return head === undefined ? new Uint8Array(0) : readBody(file, offset, head).payload;
}
