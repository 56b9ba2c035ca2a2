import { longestRun } from './longest-run.ts';
import { readBlock, wantedAt } from './read-block.ts';
import { addBlock, type SegmentIndex, type StreamIndex } from './segment-index.ts';

/** What a segment holds, and the opening of the journal it was begun in. */
export interface SegmentContent {
  readonly generation: number | undefined;
  readonly index: SegmentIndex;
}

interface PlacedBlock<Content> {
  readonly content: Content;
  readonly stream: string;
  readonly place: number;
  readonly logNumber: number;
}

/**
 * Takes blocks out that damage has copied there from other segments. The segments are given in the order of their sequence. The
 * blocks of one opening are written in the order of their log numbers: of those that contradict each other the longest run stays.
 * Of two of one block the one with less damage stays, then the later: a block is written again after a failure. `fileOf` reads a
 * segment, asked only where there is such a contradiction.
 */
export function removeStrays<Content extends SegmentContent>(segments: readonly Content[], fileOf: (segment: Content) => Buffer): void {
  const byGeneration = Map.groupBy(segments, ({ generation }) => generation);
  for (const contents of byGeneration.values()) if (!isInOrder(contents)) keepLongestRun(contents, fileOf);
}

function isInOrder(contents: readonly SegmentContent[]): boolean {
  let newest = 0;
  return contents.every(({ index }) => {
    let [first, last] = [Number.POSITIVE_INFINITY, newest];
    for (const { logNumbers } of index.streams.values()) {
      first = Math.min(first, logNumbers[0]!);
      last = Math.max(last, logNumbers.at(-1)!);
    }
    const follows = first > newest;
    newest = last;
    return follows;
  });
}

function keepLongestRun<Content extends SegmentContent>(contents: readonly Content[], fileOf: (segment: Content) => Buffer): void {
  const placed = contents.flatMap((content): PlacedBlock<Content>[] =>
    [...content.index.streams]
      .flatMap(([stream, { logNumbers }]) => logNumbers.map((logNumber, place) => ({ content, stream, place, logNumber })))
      .toSorted((a, b) => a.logNumber - b.logNumber),
  );
  const damageOf = ({ content, stream, place }: PlacedBlock<Content>): number => {
    const of = content.index.streams.get(stream)!;
    const read = readBlock(fileOf(content), of.offsets[place]!, wantedAt(stream, of, place));
    return read === undefined ? of.frames[place]! : read.damagedFrames.length;
  };
  const kept: PlacedBlock<Content>[] = [];
  for (const at of longestRun(placed.map(({ logNumber }) => logNumber))) {
    const block = placed[at]!;
    const other = kept.at(-1);
    if (other?.logNumber !== block.logNumber) kept.push(block);
    else if (damageOf(block) <= damageOf(other)) kept[kept.length - 1] = block;
  }
  const before = new Map(contents.map((content) => [content, new Map(content.index.streams)]));
  for (const { index } of contents) index.streams.clear();
  for (const { content, stream, place } of kept) copyBlock(before.get(content)!.get(stream)!, place, content.index, stream);
}

function copyBlock(of: StreamIndex, place: number, to: SegmentIndex, stream: string): void {
  addBlock(to, stream, {
    block: of.blocks[place]!,
    offset: of.offsets[place]!,
    size: of.sizes[place]!,
    frames: of.frames[place]!,
    framesBefore: of.framesBefore[place]!,
    logNumber: of.logNumbers[place]!,
    writtenMs: of.times[place]!,
  });
}
