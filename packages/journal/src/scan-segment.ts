import { crc32 } from 'node:zlib';
import { JournalTooNew } from './errors.ts';
import {
  damagedChunks,
  chunkBytes,
  footBytes,
  readBody,
  readFoot,
  readHead,
  recordKinds,
  recordVersion,
  recordVersionAt,
  type RecordHead,
} from './record-format.ts';
import { headerGeneration, segmentHeaderBytes, segmentVersion, segmentVersionOf } from './segment-format.ts';
import { inWrittenOrder, mostCommon } from './written-order.ts';

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
  /** Opening of the journal it was begun in, as most of its records and its header tell; undefined when nothing tells. */
  readonly generation: number | undefined;
  /** In the order they were written in. */
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
      const other = otherFoot(file, at, head);
      if (other !== undefined) lost.push(other);
      at = headInside(file, at, head) ?? at + head.recordBytes;
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
  const cut = cutTail(file, records, lost, at, gaps);
  const told = headerGeneration(file);
  const generation = mostCommon([...(told === undefined ? [] : [told]), ...cut.records.map(({ head }) => head.generation)]);
  const own = cut.records.filter(({ head }) => head.generation === generation);
  return { ...cut, generation, records: inWrittenOrder(own, (record) => damageOf(file, record)) };
}

/** Frames of a block that cannot be read, damaged chunks of a note. */
function damageOf(file: Buffer, { offset, head }: ScannedRecord): number {
  return head.kind === recordKinds.block ? readBody(file, offset, head).damagedFrames.length : damagedChunks(file, offset, head).length;
}

/** The foot of another block where this record should end: damage has copied this one's head, or the foot, there. */
function otherFoot(file: Buffer, at: number, head: RecordHead): LostRecord | undefined {
  const foot = readFoot(file, at + head.recordBytes - footBytes);
  if (foot === undefined || (foot.block === head.block && foot.streamCrc === crc32(head.stream))) return undefined;
  const { block, frameCount, streamCrc } = foot;
  return { offset: at, block, frameCount, streamCrc };
}

/**
 * Where the next head lies in damaged bytes of this record: a head that damage has copied here claims bytes of others. What lies
 * in sound bytes is the record's own, however it looks.
 */
function headInside(file: Buffer, at: number, head: RecordHead): number | undefined {
  const bodyAt = at + head.headBytes;
  const end = at + head.recordBytes;
  const footAt = end - footBytes;
  const foot = readFoot(file, footAt);
  const bad = damagedChunks(file, at, head);
  if (bad.length === 0 && foot !== undefined) return undefined;
  const isDamaged = (from: number): boolean =>
    from < footAt ? bad.includes(Math.floor((from - bodyAt) / chunkBytes)) : foot === undefined;
  for (let from = nextSound(file, at); from !== undefined && from < end; from = nextSound(file, from)) if (isDamaged(from)) return from;
  return undefined;
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
function cutTail(
  file: Buffer,
  found: ScannedRecord[],
  foundLost: LostRecord[],
  end: number,
  gaps: readonly Gap[],
): Omit<ScannedSegment, 'generation'> {
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
  const { first, from } = lastBatch(file, records);
  const gap = gaps.find((one) => one.from >= from && headUnwritten(file, one))?.from ?? Number.POSITIVE_INFINITY;
  const record = records.findIndex((one, place) => place >= first && one.offset < gap && neverWritten(file, one));
  if (record >= 0) return records[startOfGroup(records, record)]!.offset;
  const before = records.findLastIndex(({ offset }) => offset < gap);
  const isCutGroup = gap !== Number.POSITIVE_INFINITY && before >= 0 && !records[before]!.head.last;
  return isCutGroup ? records[startOfGroup(records, before)]!.offset : gap;
}

/** Where the last batch begins: its first readable record, and its first byte. */
function lastBatch(file: Buffer, records: readonly ScannedRecord[]): { first: number; from: number } {
  const first = records.findLastIndex(({ head }) => head.startsBatch);
  if (first >= 0) return { first, from: records[first]!.offset };
  // Of version 1 no record tells: there it is the last group. Else the first batch is the last one, and its beginning is missing.
  if (!records.some(({ offset }) => recordVersionAt(file, offset) === 1)) return { first: 0, from: segmentHeaderBytes };
  const group = startOfGroup(
    records,
    records.findLastIndex(({ head }) => head.last),
  );
  return { first: group, from: records[group]!.offset };
}

function startOfGroup(records: readonly ScannedRecord[], place: number): number {
  let first = place;
  while (first > 0 && records[first - 1]!.head.group === records[place]!.head.group) first--;
  return Math.max(0, first);
}

/** A head is never zero, so where the rest of its first sector is, however short, the sector was not written. */
const headUnwritten = (file: Buffer, { from, to }: Gap): boolean => hasUnwritten(file, from, to, (at) => at === from);

function neverWritten(file: Buffer, { offset, head }: ScannedRecord): boolean {
  const bodyAt = offset + head.headBytes;
  const footAt = offset + head.recordBytes - footBytes;
  return damagedChunks(file, offset, head).some((chunk) => {
    const from = bodyAt + chunk * chunkBytes;
    return hasUnwritten(file, from, Math.min(from + chunkBytes, bodyAt + head.bodyBytes), (_at, end) => end > footAt);
  });
}

/** Whether a sector of the disk, from where the range enters it, has nothing but zeros: many, or some that `cannotBeZero`. */
function hasUnwritten(file: Buffer, from: number, to: number, cannotBeZero: (at: number, end: number) => boolean): boolean {
  for (let at = from; at < to;) {
    const end = Math.min(file.length, at - (at % sectorBytes) + sectorBytes);
    if ((end - at >= zerosMin || cannotBeZero(at, end)) && file.subarray(at, end).every((byte) => byte === 0)) return true;
    at = end;
  }
  return false;
}

export function isBlock(record: ScannedRecord): boolean {
  return record.head.kind === recordKinds.block;
}
