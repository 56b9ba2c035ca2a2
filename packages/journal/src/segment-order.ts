import type { SegmentIndex } from './segment-index.ts';
import { segmentSequence } from './segment-format.ts';

/** A segment file as it was found. */
export interface NamedSegment {
  readonly name: string;
  /** What its header tells; undefined when that is damaged. */
  readonly headerSequence: number | undefined;
  readonly index: SegmentIndex;
}

/**
 * Segment files by their sequence, in its order. A file with the header of another one is a second copy of it and left aside;
 * when it holds other blocks, damage has copied the header, and the file's name tells the sequence.
 */
export function bySequence<File extends NamedSegment>(files: readonly File[]): Map<number, File> {
  const found = new Map<number, File>();
  const hasOwnName = ({ name, headerSequence }: File): boolean => (headerSequence ?? segmentSequence(name)) === segmentSequence(name);
  for (const file of [...files.filter(hasOwnName), ...files.filter((one) => !hasOwnName(one))]) {
    const named = segmentSequence(file.name)!;
    const told = file.headerSequence ?? named;
    const other = found.get(told);
    if (other === undefined) found.set(told, file);
    else if (!found.has(named) && !holdsTheSame(file.index, other.index)) found.set(named, file);
  }
  return new Map([...found].toSorted(([a], [b]) => a - b));
}

/** Whether most blocks of one are blocks of the other too. */
function holdsTheSame(one: SegmentIndex, other: SegmentIndex): boolean {
  let blocks = 0;
  let shared = 0;
  for (const [stream, { logNumbers }] of one.streams) {
    const others = new Set(other.streams.get(stream)?.logNumbers);
    blocks += logNumbers.length;
    shared += logNumbers.filter((logNumber) => others.has(logNumber)).length;
  }
  return shared * 2 > blocks || blocks === 0;
}
