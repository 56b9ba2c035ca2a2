import { readBody, readHead, type RecordHead } from './record-format.ts';
import { firstAtLeast, type SegmentIndex, type StreamIndex } from './segment-index.ts';

/** A block as an index tells of it. */
export interface WantedBlock {
  readonly stream: string;
  readonly block: number;
  readonly logNumber: number;
}

export interface ReadBlock extends ReturnType<typeof readBody> {
  readonly head: RecordHead;
}

/** The block whose record should begin at `at`; undefined when its head is damaged or cut, or another's lies there. */
export function readBlock(file: Buffer, at: number, wanted: WantedBlock): ReadBlock | undefined {
  const head = readHead(file, at);
  if (head === undefined || at + head.recordBytes > file.length) return undefined;
  if (head.stream !== wanted.stream || head.block !== wanted.block || head.logNumber !== wanted.logNumber) return undefined;
  return { head, ...readBody(file, at, head) };
}

/** Of two readings of one block the one with less damage; the first where they are alike. */
export function lessDamaged(one: ReadBlock | undefined, other: ReadBlock | undefined): ReadBlock | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.damagedFrames.length < one.damagedFrames.length ? other : one;
}

export const isWhole = (read: ReadBlock | undefined): boolean => read?.damagedFrames.length === 0;

export function wantedAt(stream: string, of: StreamIndex, place: number): WantedBlock {
  return { stream, block: of.blocks[place]!, logNumber: of.logNumbers[place]! };
}

/** Where else than at `at` the block lies in the segment that was scanned, for damage may have copied it; undefined when nowhere. */
export function otherPlace(scanned: SegmentIndex, at: number, wanted: WantedBlock): { offset: number; bytes: number } | undefined {
  const of = scanned.streams.get(wanted.stream);
  const place = of === undefined ? 0 : firstAtLeast(of.blocks, wanted.block);
  if (of?.blocks[place] !== wanted.block || of.offsets[place] === at) return undefined;
  return { offset: of.offsets[place]!, bytes: of.sizes[place]! };
}
