import { minuteMs } from '@acequia/base';
import { describe, expect, it } from 'vitest';
import { JournalFailed, JournalFull } from './errors.ts';
import { textBlock, textsOf } from './conformance-blocks.ts';
import { comparePositions, streamStart, type Journal, type JournalStreams } from './journal.ts';

/** Streams under test, how they are closed, and how large the whole log may become. */
export interface StreamsConformanceOptions {
  /** New and empty, with this limit; the suite closes them. */
  open(options: { readonly limitBytes?: number }): Promise<{ readonly journal: JournalStreams; close(): Promise<void> }>;
}

/** A journal under test and how it is opened again on what it kept. */
export interface JournalUnderTest {
  readonly journal: Journal;
  /** Closes and opens again; left out by journals that keep nothing. */
  reopen?(): Promise<Journal>;
  /** Moves the journal's clock. */
  readonly advance: (ms: number) => void;
}

export interface JournalConformanceOptions {
  /** A new, empty journal with this limit; the suite closes it. */
  open(options: { readonly limitBytes?: number }): Promise<JournalUnderTest>;
}

async function readAll(journal: JournalStreams, stream: string): Promise<(string | undefined)[]> {
  const blocks = await journal.read(stream, streamStart, Number.MAX_SAFE_INTEGER);
  return blocks.flatMap(textsOf);
}

const append = (journal: JournalStreams, stream: string, texts: readonly string[]) =>
  journal.append({ blocks: [textBlock(stream, texts)], durability: 'fsync' });

/** What everybody promises who gives streams of a journal; call it at the top of a test file. */
export function streamsConformance(name: string, options: StreamsConformanceOptions): void {
  const using = async (work: (test: { readonly journal: JournalStreams }) => Promise<void>, limitBytes?: number): Promise<void> => {
    const test = await options.open(limitBytes === undefined ? {} : { limitBytes });
    try {
      await work(test);
    } finally {
      await test.close();
    }
  };

  describe(`${name}: streams conformance`, () => {
    it('gives back what was appended, as it was', () =>
      using(async ({ journal }) => {
        const big = 'ñ'.repeat(100_000);
        for (const shared of [false, true]) {
          const block = textBlock('li/t/a/0', ['one', '', big], shared);
          const receipt = await journal.append({ blocks: [block], durability: 'fsync' });
          const read = await journal.read('li/t/a/0', { block: receipt.blocks[0]!.block, frame: 0 }, 1);
          expect(read).toHaveLength(1);
          expect(read[0]).toMatchObject({
            codec: 3,
            meta: block.meta,
            frameCount: 3,
            origin: receipt.blocks[0]!.origin,
            damagedFrames: [],
          });
          expect(textsOf(read[0]!)).toEqual(['one', '', big]);
          expect([...read[0]!.frames]).toEqual([...block.frames]);
        }
      }));

    it('numbers blocks from 1 per stream without gaps, and no two share a birth name', () =>
      using(async ({ journal }) => {
        const receipts = await Promise.all(Array.from({ length: 60 }, (_, i) => append(journal, `li/t/${i % 3}/0`, [`${i}`])));
        const blocks = receipts.flatMap((receipt) => receipt.blocks);
        for (const stream of [0, 1, 2]) {
          const numbers = blocks.filter((block) => block.stream === `li/t/${stream}/0`).map((block) => block.block);
          expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
          expect(journal.head(`li/t/${stream}/0`)).toEqual({ block: 21, frame: 0 });
        }
        expect(new Set(blocks.map((block) => block.origin)).size).toBe(60);
      }));

    it('keeps the order of appends within a stream', () =>
      using(async ({ journal }) => {
        const texts = Array.from({ length: 200 }, (_, i) => `event ${i}`);
        await Promise.all(texts.map((text) => append(journal, 's', [text])));
        expect(await readAll(journal, 's')).toEqual(texts);
      }));

    it('bytes changed after append began do not matter when they are not shared', () =>
      using(async ({ journal }) => {
        const block = textBlock('s', ['before']);
        const done = journal.append({ blocks: [block], durability: 'fsync' });
        block.bytes.fill(0);
        block.frames.fill(9);
        await done;
        expect(await readAll(journal, 's')).toEqual(['before']);
      }));

    it('reads from a position on, at least one block, about as much as asked', () =>
      using(async ({ journal }) => {
        for (let i = 1; i <= 10; i++) await append(journal, 's', [`${i}`.padStart(1000, '.')]);
        const one = await journal.read('s', { block: 4, frame: 0 }, 1);
        expect(one.map((block) => block.block)).toEqual([4]);
        const some = await journal.read('s', { block: 4, frame: 0 }, 3000);
        expect(some.length).toBeGreaterThanOrEqual(2);
        expect(some.length).toBeLessThanOrEqual(4);
        expect(await journal.read('s', { block: 11, frame: 0 }, 1e6)).toEqual([]);
        expect(await journal.read('nowhere', streamStart, 1e6)).toEqual([]);
      }));

    it('trim gives up what lies before, never goes back, and never takes what comes after', () =>
      using(async ({ journal }) => {
        for (let i = 1; i <= 10; i++) await append(journal, 's', [`${i}`, 'x']);
        journal.trim('s', { block: 4, frame: 1 });
        expect(journal.tail('s')).toEqual({ block: 4, frame: 1 });
        expect((await journal.read('s', streamStart, 1e6)).map((block) => block.block)).toEqual([4, 5, 6, 7, 8, 9, 10]);
        journal.trim('s', { block: 2, frame: 0 });
        expect(journal.tail('s')).toEqual({ block: 4, frame: 1 });
        expect(journal.usage('s').blocks).toBe(7);
        journal.trim('s', { block: 99, frame: 0 });
        expect(journal.tail('s')).toEqual(journal.head('s'));
        expect(await journal.read('s', streamStart, 1e6)).toEqual([]);
        const next = await append(journal, 's', ['after']);
        expect(next.blocks[0]!.block).toBe(11);
        expect(await readAll(journal, 's')).toEqual(['after']);
      }));

    it('drop removes a stream and leaves the others', () =>
      using(async ({ journal }) => {
        await append(journal, 'a', ['1']);
        await append(journal, 'b', ['2']);
        journal.drop('a');
        expect(journal.streams()).toEqual(['b']);
        expect(await readAll(journal, 'a')).toEqual([]);
        expect(await readAll(journal, 'b')).toEqual(['2']);
        await append(journal, 'a', ['again']);
        expect(await readAll(journal, 'a')).toEqual(['again']);
      }));

    it('a group over several streams appears whole', () =>
      using(async ({ journal }) => {
        const receipt = await journal.append({
          blocks: [textBlock('a', ['1']), textBlock('b', ['2']), textBlock('a', ['3'])],
          durability: 'fsync',
        });
        expect(receipt.blocks.map(({ stream, block }) => [stream, block])).toEqual([
          ['a', 1],
          ['b', 1],
          ['a', 2],
        ]);
        expect(await readAll(journal, 'a')).toEqual(['1', '3']);
      }));

    it('every durability is accepted and read back', () =>
      using(async ({ journal }) => {
        for (const durability of ['memory', 'os', 'fsync'] as const) {
          const receipt = await journal.append({ blocks: [textBlock('s', [durability])], durability });
          expect(receipt.blocks).toHaveLength(1);
        }
        expect(await readAll(journal, 's')).toEqual(['memory', 'os', 'fsync']);
      }));

    it('a full log refuses groups whole, still commits, and goes on after a trim', () =>
      using(async ({ journal }) => {
        let refused: unknown;
        for (let i = 0; i < 10_000 && refused === undefined; i++) {
          await append(journal, 's', ['x'.repeat(10_000)]).catch((error: unknown) => (refused = error));
        }
        expect(refused).toBeInstanceOf(JournalFull);
        const head = journal.head('s');
        await expect(
          journal.append({ blocks: [textBlock('a', ['1']), textBlock('s', ['x'.repeat(1_000_000)])], durability: 'fsync' }),
        ).rejects.toBeInstanceOf(JournalFull);
        expect([journal.head('s'), journal.head('a').block]).toEqual([head, 1]);
        await journal.commits.commit(new Map([['cursor', 7]]));
        expect(journal.commits.get('cursor')).toBe(7);
        journal.trim('s', head);
        let accepted = false;
        for (let i = 0; i < 1000 && !accepted; i++) {
          accepted = await append(journal, 's', ['x'.repeat(10_000)]).then(
            () => true,
            () => false,
          );
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect(accepted).toBe(true);
      }, 1_000_000));

    it('commits are atomic, ordered, and removable', () =>
      using(async ({ journal }) => {
        const { commits } = journal;
        await Promise.all([
          commits.commit(
            new Map<string, number | null>([
              ['p/a', 1],
              ['p/b', 1],
            ]),
          ),
          commits.commit(new Map<string, number | null>([['p/a', 2]])),
          commits.commit(
            new Map<string, number | null>([
              ['p/b', null],
              ['q', 3],
            ]),
          ),
        ]);
        expect([commits.get('p/a'), commits.get('p/b'), commits.get('q')]).toEqual([2, undefined, 3]);
        expect(commits.keys('p/')).toEqual(['p/a']);
        await commits.commit(new Map([['deep', { list: [1, 'x', { y: null }] }]]));
        expect(commits.get('deep')).toEqual({ list: [1, 'x', { y: null }] });
      }));

    it('positions compare by block, then frame', () => {
      expect(comparePositions({ block: 1, frame: 9 }, { block: 2, frame: 0 })).toBeLessThan(0);
      expect(comparePositions({ block: 2, frame: 1 }, { block: 2, frame: 0 })).toBeGreaterThan(0);
    });
  });
}

/** What every journal promises, its streams included; call it at the top of a test file. */
export function journalConformance(name: string, options: JournalConformanceOptions): void {
  const using = async (work: (test: JournalUnderTest) => Promise<void>): Promise<void> => {
    const test = await options.open({});
    try {
      await work(test);
    } finally {
      await test.journal.close();
    }
  };

  streamsConformance(name, {
    async open(limits) {
      const { journal } = await options.open(limits);
      return { journal, close: () => journal.close() };
    },
  });

  describe(`${name}: journal conformance`, () => {
    it('span tells what was written in a time, and nothing of what was trimmed', () =>
      using(async (test) => {
        let journal = test.journal;
        for (let i = 0; i < 12; i++) {
          test.advance(minuteMs);
          await append(journal, 's', Array<string>(i + 1).fill('x'.repeat(100)));
          await append(journal, 'other', ['x']);
        }
        const all = await journal.span('s', 0, Number.MAX_SAFE_INTEGER);
        expect(all).toMatchObject({ first: 1, end: 13, blocks: 12, frames: 78 });
        expect(all.bytes).toBeGreaterThanOrEqual(7800);
        expect(await journal.span('nowhere', 0, Number.MAX_SAFE_INTEGER)).toMatchObject({ blocks: 0, frames: 0, bytes: 0 });
        if (test.reopen !== undefined) journal = await test.reopen();
        const begin = journal.usage('s').oldestMs!;
        const span = (from: number, to: number) => journal.span('s', begin + from * minuteMs, begin + to * minuteMs);
        expect(await span(3, 6)).toMatchObject({ first: 4, end: 7, blocks: 3, frames: 4 + 5 + 6 });
        journal.trim('s', { block: 6, frame: 0 });
        expect(await span(3, 6)).toMatchObject({ first: 6, end: 7, blocks: 1, frames: 6 });
        expect(await span(12, 13)).toMatchObject({ blocks: 0, frames: 0, bytes: 0 });
        await journal.close();
      }));

    it('tells of each stream that got blocks, after they can be read', () =>
      using(async ({ journal }) => {
        const heard: [string, number][] = [];
        const cancel = journal.onAppend((stream) => heard.push([stream, journal.head(stream).block]));
        await append(journal, 'a', ['1']);
        await append(journal, 'b', ['2']);
        cancel();
        await append(journal, 'a', ['3']);
        expect(heard).toEqual([
          ['a', 2],
          ['b', 2],
        ]);
      }));

    it('knows idempotency keys for ten minutes', () =>
      using(async ({ journal, advance }) => {
        expect(journal.knowsKey('k')).toBe(false);
        await journal.append({ blocks: [textBlock('s', ['1'])], durability: 'fsync', idempotencyKeys: ['k', 'l'] });
        expect([journal.knowsKey('k'), journal.knowsKey('l'), journal.knowsKey('m')]).toEqual([true, true, false]);
        advance(599_000);
        expect(journal.knowsKey('k')).toBe(true);
        advance(2_000);
        expect(journal.knowsKey('k')).toBe(false);
      }));

    it('keeps the newest state of a pull listener, with blocks or without', () =>
      using(async ({ journal }) => {
        await journal.append({
          blocks: [textBlock('s', ['1'])],
          durability: 'fsync',
          sourceState: { stream: 's', bytes: Buffer.from('first') },
        });
        await journal.append({ blocks: [], durability: 'fsync', sourceState: { stream: 's', bytes: Buffer.from('second') } });
        expect(Buffer.from(journal.sourceState('s')!).toString()).toBe('second');
        expect(journal.sourceState('other')).toBeUndefined();
      }));

    it('is closed once, and refuses appends then', () =>
      using(async ({ journal }) => {
        await append(journal, 's', ['1']);
        await journal.close();
        await journal.close();
        await expect(append(journal, 's', ['2'])).rejects.toBeInstanceOf(JournalFailed);
      }));

    it('keeps everything over a reopening, and numbers go on', () =>
      using(async (test) => {
        if (test.reopen === undefined) return;
        const first = test.journal;
        const receipts = [];
        for (let i = 0; i < 50; i++) receipts.push(await append(first, `s${i % 2}`, [`${i}`]));
        await first.append({
          blocks: [],
          durability: 'fsync',
          idempotencyKeys: ['key'],
          sourceState: { stream: 's0', bytes: Buffer.from('state') },
        });
        await first.commits.commit(
          new Map<string, number | string>([
            ['c', 1],
            ['d', 'x'],
          ]),
        );
        first.trim('s0', { block: 5, frame: 0 });
        first.drop('s1');
        const second = await test.reopen();
        expect(second.generation).toBe(first.generation + 1);
        expect(second.streams()).toEqual(['s0']);
        expect(await readAll(second, 's0')).toEqual(Array.from({ length: 21 }, (_, i) => `${(i + 4) * 2}`));
        expect([second.commits.get('c'), second.commits.get('d')]).toEqual([1, 'x']);
        expect(second.commits.keys('')).toEqual(['c', 'd']);
        expect(second.knowsKey('key')).toBe(true);
        expect(Buffer.from(second.sourceState('s0')!).toString()).toBe('state');
        const next = await append(second, 's0', ['new']);
        expect(next.blocks[0]!.block).toBe(26);
        expect(receipts.flatMap((receipt) => receipt.blocks.map((block) => block.origin))).not.toContain(next.blocks[0]!.origin);
        await second.close();
      }));
  });
}
