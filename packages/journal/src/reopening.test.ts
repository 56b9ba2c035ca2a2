import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { verifyJournal } from './inspect-journal.ts';
import { streamStart } from './journal.ts';
import { segmentHeaderBytes, segmentName, segmentSequence } from './segment-format.ts';
import { testFolder, openInline } from './test-journal.ts';

test('a cursor beyond blocks that a power cut took: their numbers are not given again, and they are counted', async () => {
  const directory = testFolder();
  const journal = await openInline(directory);
  await journal.append({ blocks: [textBlock('s', ['synced'])], durability: 'fsync' });
  const kept = readFileSync(join(directory, segmentName(1))).length;
  await journal.append({ blocks: [textBlock('s', ['written', 'only'])], durability: 'os' });
  await journal.commits.commit(new Map([['cursor', 3]]));
  rmSync(join(directory, 'lock'));
  truncateSync(join(directory, segmentName(1)), kept);
  const reopened = await openInline(directory);
  expect(reopened.head('s').block).toBe(3);
  expect(reopened.damage()).toEqual({ frames: 2, blocks: 1 });
  expect((await reopened.append({ blocks: [textBlock('s', ['new'])], durability: 'fsync' })).blocks[0]!.block).toBe(3);
  expect((await reopened.read('s', { block: 3, frame: 0 }, 1e6)).flatMap(textsOf)).toEqual(['new']);
  await reopened.close();
});

test('an old segment that another stream needs, the ones between gone: what was given up is not damage, what is missing is', async () => {
  const directory = testFolder();
  const open = () => openInline(directory, { segmentBytes: 4096 });
  const journal = await open();
  await journal.append({ blocks: [textBlock('kept', ['for long']), textBlock('s', ['first'])], durability: 'fsync' });
  for (let i = 0; i < 40; i++) await journal.append({ blocks: [textBlock('s', [`${i} ${'x'.repeat(500)}`])], durability: 'fsync' });
  journal.trim('s', { block: 30, frame: 0 });
  await journal.close();
  const left = readdirSync(directory).filter((name) => segmentSequence(name) !== undefined);
  expect(left).toContain(segmentName(1));
  expect(left).not.toContain(segmentName(2));
  const reopened = await open();
  expect(reopened.damage()).toEqual({ frames: 0, blocks: 0 });
  expect((await reopened.read('kept', streamStart, 1e6)).flatMap(textsOf)).toEqual(['for long']);
  await reopened.close();
  expect(verifyJournal(directory).lost).toEqual({ frames: 0, blocks: 0 });
  const newest = readdirSync(directory)
    .filter((name) => segmentSequence(name) !== undefined)
    .sort();
  rmSync(join(directory, newest.at(-2)!));
  const broken = await open();
  expect(broken.damage().blocks).toBeGreaterThan(0);
  await broken.close();
});

test.each<[string, (path: string) => void]>([
  ['missing', (path) => rmSync(path)],
  ['half written', (path) => writeFileSync(path, '{"version":1,"gen')],
  ['nonsense', (path) => writeFileSync(path, '{"version":"x"}')],
])('the count of openings is %s: it opens, and no birth name is given twice', async (_how, damage) => {
  const directory = testFolder();
  const origins: string[] = [];
  for (let opening = 0; opening < 3; opening++) {
    const journal = await openInline(directory);
    for (let i = 0; i < 3; i++) {
      const { blocks } = await journal.append({ blocks: [textBlock('s', [`${i}`])], durability: 'fsync' });
      origins.push(blocks[0]!.origin);
    }
    journal.trim('s', journal.head('s'));
    await journal.close();
    damage(join(directory, 'journal.json'));
  }
  expect(new Set(origins).size).toBe(9);
});

test('any flipped bit of a record’s first bytes is damage: no newer version, no other kind, no end of a group', async () => {
  const directory = testFolder();
  const journal = await openInline(directory);
  for (const text of ['1', '2', '3']) await journal.append({ blocks: [textBlock('s', [text])], durability: 'fsync' });
  await journal.close();
  for (const name of readdirSync(directory)) if (name.endsWith('.index')) rmSync(join(directory, name));
  const path = join(directory, segmentName(1));
  const whole = readFileSync(path);
  for (let bit = 32; bit < 64; bit++) {
    const file = Buffer.from(whole);
    file[segmentHeaderBytes + (bit >> 3)]! ^= 1 << (bit & 7);
    writeFileSync(path, file);
    rmSync(`${path}.index`, { force: true });
    const reopened = await openInline(directory);
    const texts = (await reopened.read('s', streamStart, 1e6)).flatMap(textsOf);
    expect([bit, texts, reopened.damage()]).toEqual([bit, ['2', '3'], { frames: 1, blocks: 1 }]);
    await reopened.close();
  }
});
