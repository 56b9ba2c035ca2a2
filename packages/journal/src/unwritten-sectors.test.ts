import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textBlock } from './conformance-blocks.ts';
import { damagedChunks } from './record-format.ts';
import { scanSegment, type ScannedRecord } from './scan-segment.ts';
import { newFolder, openInline } from './test-journal.ts';

const sectorBytes = 512;
const blocksInGroup = 2;

/** A segment of groups of two blocks: the first alone, then all others at once, moved along the sectors by its length. */
async function segmentOf(firstBytes: number, ...others: readonly number[]): Promise<Buffer> {
  const folder = newFolder();
  try {
    const journal = await openInline(folder.path);
    const group = (frameBytes: number) =>
      journal.append({
        blocks: ['a', 'b'].map((stream) => textBlock(stream, [stream.repeat(frameBytes)])),
        durability: 'fsync',
      });
    await Promise.all([firstBytes, ...others].map(group));
    const [name] = readdirSync(folder.path).filter((each) => /^segment-\d+\.log$/.test(each));
    const file = readFileSync(join(folder.path, name!));
    await journal.close();
    return file;
  } finally {
    folder.remove();
  }
}

const batchStartOf = (records: readonly ScannedRecord[]): number => records.findLast(({ head }) => head.startsBatch)!.offset;

/** What a power cut leaves when of the bytes from `from` on only the chosen sectors were written: zeros before them, nothing after. */
function withoutSectors(whole: Buffer, from: number, isWritten: (sector: number) => boolean): Buffer {
  const file = Buffer.from(whole);
  let length = from;
  for (let at = from, sector = 0; at < whole.length; sector++) {
    const end = Math.min(whole.length, at - (at % sectorBytes) + sectorBytes);
    if (isWritten(sector)) length = end;
    else file.fill(0, at, end);
    at = end;
  }
  return file.subarray(0, length);
}

/** Tries every choice of sectors of the last batch; returns how many there were. */
function tryAllSectors(whole: Buffer, groupsBefore: number): number {
  const from = batchStartOf(scanSegment(whole, 'whole').records);
  const sectors = Math.ceil((whole.length - from) / sectorBytes) + 1;
  for (let written = 0; written < 2 ** sectors; written++) {
    const file = withoutSectors(whole, from, (sector) => (written & (1 << sector)) !== 0);
    const { records, lost } = scanSegment(file, 'cut');
    const blocksOf = new Map<number, number>();
    for (const { head } of records) blocksOf.set(head.group, (blocksOf.get(head.group) ?? 0) + 1);
    const where = `batch at ${from}, sectors ${written.toString(2)}`;
    expect([where, [...blocksOf.values()].filter((blocks) => blocks !== blocksInGroup)]).toEqual([where, []]);
    expect([where, lost, blocksOf.size >= groupsBefore]).toEqual([where, [], true]);
    expect([where, records.flatMap(({ offset, head }) => damagedChunks(file, offset, head))]).toEqual([where, []]);
  }
  return 2 ** sectors;
}

describe('whichever sectors of the last batch a power cut takes: its groups are whole or gone, and nothing is damage', () => {
  test('wherever it begins in a sector', async () => {
    let tried = 0;
    for (let shift = 0; shift < sectorBytes; shift += 8) tried += tryAllSectors(await segmentOf(200 + shift, 130, 420, 330), 1);
    expect(tried).toBeGreaterThan(5_000);
  });

  test('of a file whose first batch it is', async () => {
    let tried = 0;
    for (let bytes = 8; bytes < 2 * sectorBytes; bytes += 16) tried += tryAllSectors(await segmentOf(bytes), 0);
    expect(tried).toBeGreaterThan(1_000);
  });
});
