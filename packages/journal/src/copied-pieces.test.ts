import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { verifyJournal } from './inspect-journal.ts';
import { streamStart } from './journal.ts';
import { damagedChunks, footBytes } from './record-format.ts';
import { scanSegment, type ScannedRecord } from './scan-segment.ts';
import { indexName, segmentHeaderBytes } from './segment-format.ts';
import { newFolder, openInline } from './test-journal.ts';

const streams = ['a', 'b', 'c'];
const groups = 30;

interface Written {
  readonly path: string;
  readonly texts: readonly string[];
  readonly names: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
  remove(): void;
}

/** A killed journal of some segments, with groups of one and of two blocks; its last batch holds a block of each stream. */
async function writeJournal(): Promise<Written> {
  const living = newFolder();
  const journal = await openInline(living.path, { segmentBytes: 3000, reserveBytes: 8 });
  const texts: string[] = [];
  const block = (stream: string, frames: number, bytes: number) => {
    const own = Array.from({ length: frames }, (_, frame) => `${stream}/${texts.length + frame}/`.padEnd(bytes, 'x'));
    texts.push(...own);
    return textBlock(stream, own);
  };
  for (let group = 0; group < groups; group++) {
    const own = block(streams[((group * 5) % 7) % 3]!, 1 + (group % 3), 20 + (group % 5) * 16);
    const others = group % 4 === 1 ? [block('c', 1, 12)] : [];
    await journal.append({ blocks: [own, ...others], durability: 'fsync' });
  }
  await journal.append({ blocks: streams.map((stream) => block(stream, 1, 10)), durability: 'fsync' });
  const killed = newFolder();
  cpSync(living.path, killed.path, { recursive: true, filter: (path) => basename(path) !== 'lock' });
  await journal.close();
  living.remove();
  const names = readdirSync(killed.path)
    .filter((name) => /^segment-\d+\.log$/.test(name))
    .toSorted();
  return { ...killed, texts, names, files: new Map(names.map((name) => [name, readFileSync(join(killed.path, name))])) };
}

const keyOf = ({ head }: ScannedRecord): string => `${head.stream} ${head.block} ${head.logNumber}`;

const lastBatchOf = (file: Buffer): number => scanSegment(file, 'whole').records.findLast(({ head }) => head.startsBatch)!.offset;

/** Where parts of records end and begin, and a place inside of a head. */
function bounds(file: Buffer): number[] {
  const { records } = scanSegment(file, 'whole');
  const places = records.flatMap(({ offset, head: { headBytes, recordBytes } }) => {
    const end = offset + recordBytes;
    return [offset + 44, offset + headBytes, end - footBytes, end];
  });
  return [0, segmentHeaderBytes, ...places];
}

interface Piece {
  readonly source: string;
  readonly from: number;
  readonly bytes: number;
  readonly at: number;
}

/** Every piece between two bounds of the sources, copied to every bound of the target that has room for it before `end`. */
function piecesOf({ files }: Written, target: string, sources: readonly string[], end: number): Piece[] {
  const to = bounds(files.get(target)!);
  return sources.flatMap((source) => {
    const from = bounds(files.get(source)!);
    return from.flatMap((start, place) =>
      from
        .slice(place + 1)
        .flatMap((stop) => to.filter((at) => at + stop - start <= end).map((at) => ({ source, from: start, bytes: stop - start, at }))),
    );
  });
}

function withPiece({ files }: Written, target: string, { source, from, bytes, at }: Piece): Buffer {
  const file = Buffer.from(files.get(target)!);
  file.set(files.get(source)!.subarray(from, from + bytes), at);
  return file;
}

/** What a journal gives back, with the frames it says it has lost. */
async function readAll(directory: string): Promise<{ texts: string[]; counted: number }> {
  const journal = await openInline(directory, { reserveBytes: 8 });
  const texts: string[] = [];
  for (const stream of journal.streams()) {
    for (const block of await journal.read(stream, streamStart, Number.MAX_SAFE_INTEGER))
      texts.push(...textsOf(block).filter((text) => text !== undefined));
  }
  const counted = journal.damage().frames;
  await journal.close();
  return { texts, counted };
}

describe('a piece of a segment copied over another one, from each bound to each bound', () => {
  let written: Written;
  beforeAll(async () => void (written = await writeJournal()));
  afterAll(() => written.remove());

  /** Journal with the file in place of the target: what it loses, and what is said of it. */
  async function lossWith(target: string, file: Buffer, withIndex: boolean): Promise<Record<string, unknown>> {
    const { path, remove } = newFolder();
    cpSync(written.path, path, { recursive: true });
    writeFileSync(join(path, target), file);
    if (!withIndex) rmSync(join(path, indexName(target)), { force: true });
    const said = verifyJournal(path).lost.frames;
    const { texts, counted } = await readAll(path);
    remove();
    const known = new Set(written.texts);
    const invented = texts.filter((text) => !known.has(text)).length;
    const inOrder = streams.every((stream) => {
      const numbers = texts.filter((text) => text.startsWith(stream)).map((text) => Number(text.split('/')[1]));
      return numbers.every((number, place) => place === 0 || number > numbers[place - 1]!);
    });
    return { lost: written.texts.length - texts.length, counted, said, invented, inOrder };
  }

  test('does not hide what it does not touch, and brings nothing twice or out of its order', () => {
    const target = written.names[1]!;
    const { records } = scanSegment(written.files.get(target)!, target);
    const lastBatch = lastBatchOf(written.files.get(target)!);
    const pieces = piecesOf(written, target, written.names.slice(0, 3), written.files.get(target)!.length);
    const broken = pieces.filter((piece) => {
      const file = withPiece(written, target, piece);
      const end = piece.at + piece.bytes;
      const isTouched = ({ offset, head }: ScannedRecord): boolean => offset + head.recordBytes > piece.at && offset < end;
      // A group that ends the file without its end is one that was never acknowledged.
      const cut = new Set(end > lastBatch ? records.filter(isTouched).map(({ head }) => head.group) : []);
      const found = scanSegment(file, target).records;
      const sound = new Set(found.filter(({ offset, head }) => damagedChunks(file, offset, head).length === 0).map(keyOf));
      const isHidden = (record: ScannedRecord): boolean => !isTouched(record) && !cut.has(record.head.group) && !sound.has(keyOf(record));
      return records.some(isHidden) || found.some(({ head }, place) => place > 0 && head.logNumber <= found[place - 1]!.head.logNumber);
    });
    expect(broken).toEqual([]);
    expect(pieces.length).toBeGreaterThan(20_000);
  });

  test.each([
    { which: 'first', place: 0, withIndex: true },
    { which: 'middle', place: 1, withIndex: true },
    { which: 'middle', place: 1, withIndex: false },
    { which: 'last', place: -1, withIndex: false },
  ])('in the $which segment (index file: $withIndex): the loss is what the journal counts and the doctor says', async (one) => {
    const target = written.names.at(one.place)!;
    const file = written.files.get(target)!;
    const pieces = piecesOf(written, target, written.names, one.place === -1 ? lastBatchOf(file) : file.length);
    const step = Math.ceil(pieces.length / 25);
    let losses = 0;
    for (const piece of pieces.filter((_, place) => place % step === 0)) {
      const loss = await lossWith(target, withPiece(written, target, piece), one.withIndex);
      if (loss['lost'] !== 0) losses++;
      expect([piece, loss]).toEqual([piece, { lost: loss['lost'], counted: loss['lost'], said: loss['lost'], invented: 0, inOrder: true }]);
    }
    expect(losses).toBeGreaterThan(10);
  });

  test.each([true, false])('a block that only the copy has whole is read from there (index file: %s)', async (withIndex) => {
    const target = written.names[1]!;
    const file = written.files.get(target)!;
    const { records } = scanSegment(file, target);
    const own = records.findIndex(({ head }, place) => place > 0 && head.recordBytes > 2 * head.headBytes + 16);
    const [first, second] = [records[own - 1]!, records[own]!];
    // Into the body of the first: the first whole, then the head of the second, which claims bytes of what follows the second.
    const at = first.offset + first.head.headBytes + 8;
    const bytes = first.head.recordBytes + second.head.headBytes + 8;
    const damaged = withPiece(written, target, { source: target, from: first.offset, bytes, at });
    expect(await lossWith(target, damaged, withIndex)).toEqual({
      lost: second.head.frameCount,
      counted: second.head.frameCount,
      said: second.head.frameCount,
      invented: 0,
      inOrder: true,
    });
  });

  test.each([true, false])('an older block of another segment takes no newer ones away (index file: %s)', async (withIndex) => {
    const [source, , target] = written.names as [string, string, string];
    const [stray] = scanSegment(written.files.get(source)!, source).records;
    const [first, second] = scanSegment(written.files.get(target)!, target).records;
    const bytes = stray!.head.recordBytes;
    expect(second!.offset + second!.head.headBytes).toBeGreaterThan(first!.offset + bytes);
    const damaged = withPiece(written, target, { source, from: stray!.offset, bytes, at: first!.offset });
    const { lost, ...rest } = await lossWith(target, damaged, withIndex);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(first!.head.frameCount + second!.head.frameCount);
    expect(rest).toEqual({ counted: lost, said: lost, invented: 0, inOrder: true });
  });

  test.each([0, 1, -1])('the header of another segment does not take the whole segment %i away', async (place) => {
    const target = written.names.at(place)!;
    const damaged = withPiece(written, target, { source: written.names.at(place - 1)!, from: 0, bytes: segmentHeaderBytes, at: 0 });
    expect(await lossWith(target, damaged, true)).toEqual({ lost: 0, counted: 0, said: 0, invented: 0, inOrder: true });
  });
});
