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

/** Bytes from which nothing can be read. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

const sectorBytes = 512;
/** Fewer zeros may be anything. */
const zerosMin = 64;

/**
 * Reads all heads of a segment file. Passes over damage to the next sound head, cuts an incomplete group at the end, never
 * throws for damage; throws `JournalTooNew` for sound data of a newer version.
 */
export function scanSegment(file: Buffer, name: string): ScannedSegment {
  const version = segmentVersionOf(file);
  if (version !== undefined && version > segmentVersion) throw tooNew(name, version, segmentVersion);
  const records: ScannedRecord[] = [];
  const lost: LostRecord[] = [];
  const gaps: Gap[] = [];
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
    gaps.push({ from: at, to });
    at = to;
  }
  return cutTail(file, records, lost, at, gaps);
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

/**
 * Takes away the records of a last group that has no end, and of the last batch what follows a place that never reached
 * the disk (zeros): all of it is unsynced, so none of it was acknowledged.
 */
function cutTail(file: Buffer, found: ScannedRecord[], foundLost: LostRecord[], end: number, gaps: readonly Gap[]): ScannedSegment {
  const unwritten = firstUnwritten(file, found, gaps);
  const lost = foundLost.filter(({ offset }) => offset < unwritten);
  let records = found.filter(({ offset }) => offset < unwritten);
  const damagedBytes = gaps.reduce((sum, { from, to }) => sum + (from < unwritten ? to - from : 0), 0);
  const lastLost = lost.at(-1);
  const isDamagedLast = lastLost !== undefined && lastLost.offset > (records.at(-1)?.offset ?? -1);
  if (isDamagedLast) return { records, lost, length: Math.min(end, unwritten), damagedBytes };
  records = records.slice(0, records.findLastIndex(({ head }) => head.last) + 1);
  const last = records.at(-1);
  let length = last === undefined ? segmentHeaderBytes : last.offset + last.head.recordBytes;
  if (lastLost !== undefined && lastLost.offset > (last?.offset ?? -1)) length = Math.max(length, Math.min(end, unwritten));
  return { records, lost, length, damagedBytes };
}

/** Where the first group of the last batch begins that did not reach the disk as a whole; infinite when all did. */
function firstUnwritten(file: Buffer, records: readonly ScannedRecord[], gaps: readonly Gap[]): number {
  let first = records.findLastIndex(({ head }) => head.startsBatch);
  if (first < 0)
    first = startOfGroup(
      records,
      records.findLastIndex(({ head }) => head.last),
    );
  const from = records[first]?.offset ?? segmentHeaderBytes;
  const gap = gaps.find((one) => one.from >= from && hasUnwritten(file, one.from, one.to))?.from ?? Number.POSITIVE_INFINITY;
  const record = records.findIndex((one, place) => place >= first && one.offset < gap && neverWritten(file, one));
  if (record >= 0) return records[startOfGroup(records, record)]!.offset;
  const before = records.findLastIndex(({ offset }) => offset < gap);
  const isCutGroup = gap !== Number.POSITIVE_INFINITY && before >= 0 && !records[before]!.head.last;
  return isCutGroup ? records[startOfGroup(records, before)]!.offset : gap;
}

function startOfGroup(records: readonly ScannedRecord[], place: number): number {
  let first = place;
  while (first > 0 && records[first - 1]!.head.group === records[place]!.head.group) first--;
  return Math.max(0, first);
}

function neverWritten(file: Buffer, { offset, head }: ScannedRecord): boolean {
  const bodyAt = offset + head.headBytes;
  return damagedChunks(file, offset, head).some((chunk) => {
    const from = bodyAt + chunk * chunkBytes;
    return hasUnwritten(file, from, Math.min(from + chunkBytes, bodyAt + head.bodyBytes));
  });
}

/** Whether a sector of the disk has nothing but zeros where the range says there were data. */
function hasUnwritten(file: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to;) {
    const end = Math.min(to, at - (at % sectorBytes) + sectorBytes);
    if ((end - at >= zerosMin || end - at === to - from) && file.subarray(at, end).every((byte) => byte === 0)) return true;
    at = end;
  }
  return false;
}

export function isBlock(record: ScannedRecord): boolean {
  return record.head.kind === recordKinds.block;
}
