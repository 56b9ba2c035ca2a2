import { JournalTooNew } from './errors.ts';
import {
  damagedChunks,
  chunkBytes,
  footBytes,
  readFoot,
  readHead,
  recordKinds,
  recordVersion,
  recordVersionAt,
  type RecordHead,
} from './record-format.ts';
import { segmentHeaderBytes, segmentVersion, segmentVersionOf } from './segment-format.ts';

export interface ScannedRecord {
  readonly offset: number;
  readonly head: RecordHead;
  /** Frames that lie in damaged chunks are counted when the block is read. */
}

/** A block whose head is damaged; known by its foot. */
export interface LostRecord {
  readonly offset: number;
  readonly block: number;
  readonly frameCount: number;
  readonly streamCrc: number;
}

export interface ScannedSegment {
  readonly records: readonly ScannedRecord[];
  readonly lost: readonly LostRecord[];
  /** Bytes up to the end of the last whole group; what follows was never acknowledged. */
  readonly length: number;
  /** Bytes that were passed over because nothing in them could be read. */
  readonly damagedBytes: number;
}

/**
 * Reads all heads of a segment file. Passes over damage to the next sound head, cuts an incomplete group at the end, never
 * throws for damage; throws `JournalTooNew` for sound data of a newer version.
 */
export function scanSegment(file: Buffer, name: string): ScannedSegment {
  const version = segmentVersionOf(file);
  if (version !== undefined && version > segmentVersion) throw tooNew(name, version, segmentVersion);
  const records: ScannedRecord[] = [];
  const lost: LostRecord[] = [];
  let damagedBytes = 0;
  let at = segmentHeaderBytes;
  while (at < file.length) {
    const head = readHead(file, at);
    if (head !== undefined && at + head.recordBytes <= file.length) {
      const recordVersionFound = recordVersionAt(file, at)!;
      if (recordVersionFound > recordVersion) throw tooNew(name, recordVersionFound, recordVersion);
      records.push({ offset: at, head });
      at += head.recordBytes;
      continue;
    }
    const next = nextSound(file, at);
    const foot = footBefore(file, at, next ?? file.length);
    if (foot !== undefined) lost.push({ offset: at, ...foot });
    if (next === undefined && foot === undefined) break;
    const to = next ?? file.length;
    damagedBytes += to - at;
    at = to;
  }
  return cutTail(file, records, lost, at, damagedBytes);
}

function tooNew(name: string, found: number, known: number): JournalTooNew {
  return new JournalTooNew(`${name} has format version ${found}, this program reads up to ${known}`);
}

/** Offset of the next sound head after `at`, on the 8-byte grid. */
function nextSound(file: Buffer, at: number): number | undefined {
  for (let from = at + 1; ; from++) {
    const found = file.indexOf('AQBK', from, 'latin1');
    if (found < 0) return undefined;
    if (found % 8 === 0) {
      const head = readHead(file, found);
      if (head !== undefined && found + head.recordBytes <= file.length) return found;
    }
    from = found;
  }
}

/** The foot of the record that began at `at`, when its head is damaged and its foot is not. */
function footBefore(file: Buffer, at: number, to: number): { block: number; frameCount: number; streamCrc: number } | undefined {
  for (let from = at; ; from++) {
    const found = file.indexOf('AQEN', from, 'latin1');
    if (found < 0 || found + footBytes > to) return undefined;
    if (found % 8 === 0) {
      const foot = readFoot(file, found);
      if (foot !== undefined && found + footBytes - foot.recordBytes === at) return foot;
    }
    from = found;
  }
}

/** Takes away the records of a last group that has no end, or whose bytes never reached the disk (chunks of zeros). */
function cutTail(file: Buffer, records: ScannedRecord[], lost: LostRecord[], end: number, damagedBytes: number): ScannedSegment {
  let count = records.length;
  let length = end;
  const damagedLast = lost.length > 0 && (count === 0 || lost[lost.length - 1]!.offset > records[count - 1]!.offset);
  if (!damagedLast) {
    while (count > 0 && !records[count - 1]!.head.last) count--;
    const group = count > 0 ? records[count - 1]!.head.group : -1;
    let first = count;
    while (first > 0 && records[first - 1]!.head.group === group) first--;
    if (records.slice(first, count).some((record) => neverWritten(file, record))) count = first;
    const last = records[count - 1];
    length = last === undefined ? segmentHeaderBytes : last.offset + last.head.recordBytes;
    const lastLost = lost[lost.length - 1];
    if (lastLost !== undefined && (last === undefined || lastLost.offset > last.offset)) length = Math.max(length, end);
  }
  return { records: records.slice(0, count), lost, length, damagedBytes };
}

function neverWritten(file: Buffer, { offset, head }: ScannedRecord): boolean {
  const bodyAt = offset + head.headBytes;
  return damagedChunks(file, offset, head).some((chunk) => {
    const from = bodyAt + chunk * chunkBytes;
    return file.subarray(from, Math.min(from + chunkBytes, bodyAt + head.bodyBytes)).every((byte) => byte === 0);
  });
}

export function isBlock(record: ScannedRecord): boolean {
  return record.head.kind === recordKinds.block;
}
