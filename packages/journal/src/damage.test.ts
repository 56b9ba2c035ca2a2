import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { JournalTooNew } from './errors.ts';
import { inspectJournal, verifyJournal } from './inspect-journal.ts';
import { streamStart } from './journal.ts';
import { segmentName } from './segment-format.ts';
import { testFolder, openInline } from './test-journal.ts';
import { testLog } from './test-log.ts';

const everything = Number.MAX_SAFE_INTEGER;

function segmentsOf(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => /^segment-\d+\.log$/.test(name))
    .toSorted()
    .map((name) => join(directory, name));
}

function withoutIndexes(directory: string): void {
  for (const name of readdirSync(directory)) if (name.endsWith('.index')) rmSync(join(directory, name));
}

async function textsIn(directory: string): Promise<{ texts: string[]; lost: number }> {
  const journal = await openInline(directory);
  const texts: string[] = [];
  for (const stream of journal.streams()) {
    for (const block of await journal.read(stream, streamStart, everything))
      texts.push(...textsOf(block).filter((text) => text !== undefined));
  }
  const lost = journal.damage().frames;
  await journal.close();
  return { texts: texts.toSorted(), lost };
}

describe('torn tail', () => {
  it('at every byte of the last group: it disappears whole, all before it stays', async () => {
    const original = testFolder();
    const journal = await openInline(original);
    for (let i = 0; i < 3; i++) await journal.append({ blocks: [textBlock('a', [`kept ${i}`])], durability: 'fsync' });
    const before = statSync(segmentsOf(original)[0]!).size;
    await journal.append({
      blocks: [textBlock('a', ['last', 'group']), textBlock('b', ['too'])],
      durability: 'fsync',
      idempotencyKeys: ['k'],
    });
    const after = statSync(segmentsOf(original)[0]!).size;
    const copies = testFolder();
    cpSync(original, copies, { recursive: true });
    await journal.close();
    rmSync(join(copies, 'lock'));
    const whole = readFileSync(segmentsOf(copies)[0]!);
    for (let length = before; length <= after; length++) {
      const directory = testFolder();
      cpSync(copies, directory, { recursive: true });
      writeFileSync(segmentsOf(directory)[0]!, whole.subarray(0, length));
      const reopened = await openInline(directory);
      const a = (await reopened.read('a', streamStart, everything)).flatMap(textsOf);
      const complete = length === after;
      expect([length, a]).toEqual([length, complete ? ['kept 0', 'kept 1', 'kept 2', 'last', 'group'] : ['kept 0', 'kept 1', 'kept 2']]);
      expect((await reopened.read('b', streamStart, everything)).length).toBe(complete ? 1 : 0);
      expect(reopened.knowsKey('k')).toBe(complete);
      expect(reopened.damage()).toEqual({ frames: 0, blocks: 0 });
      await reopened.close();
      rmSync(directory, { recursive: true });
    }
  });

  it('a file grown by zeros: the last group never reached the disk', async () => {
    const directory = testFolder();
    const journal = await openInline(directory);
    await journal.append({ blocks: [textBlock('a', ['kept'])], durability: 'fsync' });
    await journal.append({ blocks: [textBlock('a', ['y'.repeat(50_000)])], durability: 'os' });
    await journal.close();
    withoutIndexes(directory);
    const path = segmentsOf(directory)[0]!;
    const file = readFileSync(path);
    file.fill(0, file.indexOf('yyyy'));
    writeFileSync(path, file);
    expect((await textsIn(directory)).texts).toEqual(['kept']);
  });
});

/** Deterministic numbers below `max`. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % max;
  };
}

describe('damage', () => {
  it('forty times in places of all kinds: the counted loss is the true loss, everything else is read', async () => {
    const original = testFolder();
    const journal = await openInline(original, { segmentBytes: 300_000 });
    const written: string[] = [];
    for (let i = 0; i < 60; i++) {
      const texts = Array.from({ length: 20 }, (_, frame) => `${i}/${frame}/${'z'.repeat((i * 97 + frame * 31) % 1500)}`);
      written.push(...texts);
      await journal.append({ blocks: [textBlock(`s${i % 3}`, texts)], durability: 'fsync' });
    }
    for (const stream of ['s0', 's1', 's2']) {
      written.push('end');
      await journal.append({ blocks: [textBlock(stream, ['end'])], durability: 'fsync' });
    }
    await journal.close();
    const next = numbers(7);
    let rounds = 0;
    for (let round = 0; round < 40; round++) {
      const directory = testFolder();
      cpSync(original, directory, { recursive: true });
      if (round % 2 === 0) withoutIndexes(directory);
      const segments = segmentsOf(directory);
      const path = segments[next(segments.length - 1)]!;
      const file = readFileSync(path);
      const at = 32 + next(file.length - 6000);
      if (round % 4 < 2) file[at]! ^= 1 << next(8);
      else if (round % 4 === 2) file.fill(0, at, at + 4096);
      else file.set(file.subarray(at + 1000, at + 2000), at);
      writeFileSync(path, file);
      const verified = verifyJournal(directory).lost.frames;
      const { texts, lost } = await textsIn(directory);
      if (lost > 0) rounds++;
      expect([round, texts.length + lost]).toEqual([round, written.length]);
      expect([round, verified]).toEqual([round, lost]);
      const left = new Map<string, number>();
      for (const text of written) left.set(text, (left.get(text) ?? 0) + 1);
      for (const text of texts) {
        expect(left.get(text)).toBeGreaterThan(0);
        left.set(text, left.get(text)! - 1);
      }
      rmSync(directory, { recursive: true });
    }
    expect(rounds).toBeGreaterThanOrEqual(20);
  });

  it('one bit in a 256 KiB block takes only the frames of its 16 KiB', async () => {
    const directory = testFolder();
    const journal = await openInline(directory);
    await journal.append({
      blocks: [
        textBlock(
          's',
          Array.from({ length: 250 }, (_, i) => `${i}`.padEnd(1024, '.')),
        ),
      ],
      durability: 'fsync',
    });
    await journal.close();
    const path = segmentsOf(directory)[0]!;
    const file = readFileSync(path);
    file[file.indexOf('100....') + 500]! ^= 4;
    writeFileSync(path, file);
    const { texts, lost } = await textsIn(directory);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(18);
    expect(texts.length).toBe(250 - lost);
  });

  it('missing, stale and foreign index files change nothing', async () => {
    const directory = testFolder();
    const journal = await openInline(directory, { segmentBytes: 65_536 });
    const written: string[] = [];
    for (let i = 0; i < 30; i++) {
      written.push(`${i}${'q'.repeat(9000)}`);
      await journal.append({ blocks: [textBlock('s', [written[i]!])], durability: 'fsync' });
    }
    await journal.close();
    const [first, second, third] = segmentsOf(directory);
    cpSync(`${first}.index`, `${second}.index`);
    writeFileSync(`${third}.index`, 'nonsense');
    rmSync(`${first}.index`);
    expect(await textsIn(directory)).toEqual({ texts: written.toSorted(), lost: 0 });
    expect(existsSync(`${first}.index`)).toBe(true);
  });

  it('swapped and duplicated segment files are read in their true order, once', async () => {
    const directory = testFolder();
    const journal = await openInline(directory, { segmentBytes: 65_536 });
    const written: string[] = [];
    for (let i = 0; i < 30; i++) {
      written.push(`${i}${'q'.repeat(9000)}`);
      await journal.append({ blocks: [textBlock('s', [written[i]!])], durability: 'fsync' });
    }
    await journal.close();
    withoutIndexes(directory);
    const [first, second, third] = segmentsOf(directory);
    const swap = readFileSync(first!);
    writeFileSync(first!, readFileSync(second!));
    writeFileSync(second!, swap);
    cpSync(third!, join(directory, segmentName(99)));
    expect(await textsIn(directory)).toEqual({ texts: written.toSorted(), lost: 0 });
  });

  it('a torn commit is gone, damaged ones before it are passed over and the rest holds', async () => {
    const directory = testFolder();
    const journal = await openInline(directory);
    for (let i = 0; i < 5; i++) await journal.commits.commit(new Map([[`k${i}`, `value ${i}`]]));
    const name = readdirSync(directory).find((one) => one.startsWith('commits-'))!;
    const file = readFileSync(join(directory, name));
    await journal.close();
    const path = join(
      directory,
      readdirSync(directory).find((one) => one.startsWith('commits-'))!,
    );
    writeFileSync(path, file);
    truncateSync(path, file.length - 9);
    let reopened = await openInline(directory);
    expect(reopened.commits.keys('k')).toEqual(['k0', 'k1', 'k2', 'k3']);
    await reopened.close();
    file[file.indexOf('value 1')]! ^= 1;
    writeFileSync(
      join(
        directory,
        readdirSync(directory).find((one) => one.startsWith('commits-'))!,
      ),
      file,
    );
    reopened = await openInline(directory);
    expect(reopened.commits.keys('k')).toEqual(['k0', 'k2', 'k3', 'k4']);
    await reopened.close();
  });
});

describe('data of a newer version', () => {
  it('is refused with both versions named, in every kind of file', async () => {
    const directory = testFolder();
    const journal = await openInline(directory);
    await journal.append({ blocks: [textBlock('s', ['x'])], durability: 'fsync' });
    await journal.close();
    const meta = join(directory, 'journal.json');
    const known = readFileSync(meta);
    writeFileSync(meta, JSON.stringify({ version: 3, generation: 9 }));
    await expect(openInline(directory)).rejects.toBeInstanceOf(JournalTooNew);
    await expect(openInline(directory)).rejects.toThrow('version 3, this program reads up to 2');
    writeFileSync(meta, known);
    const again = await openInline(directory);
    await again.close();
  });
});

describe('doctor', () => {
  it('tells streams, segments, commits and the holder, without a lock', async () => {
    const directory = testFolder();
    const journal = await openInline(directory);
    await journal.append({ blocks: [textBlock('a', ['1', '2']), textBlock('b', ['3'])], durability: 'fsync' });
    await journal.commits.commit(new Map([['cursor', 1]]));
    const report = inspectJournal(directory);
    expect(report).toMatchObject({
      version: 2,
      generation: 1,
      log: testLog(),
      holderPid: process.pid,
      lost: { frames: 0, blocks: 0 },
      commits: { keys: ['cursor'] },
    });
    expect(report.streams.map(({ stream, blocks, frames }) => [stream, blocks, frames])).toEqual([
      ['a', 1, 2],
      ['b', 1, 1],
    ]);
    await journal.close();
    expect(verifyJournal(directory).holderPid).toBeUndefined();
  });
});
