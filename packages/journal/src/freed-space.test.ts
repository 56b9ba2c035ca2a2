import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KiB } from '@acequia/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textBlock } from './conformance-blocks.ts';
import type { DiskJournal } from './disk-journal.ts';
import { nodeFileCalls } from './file-calls.ts';
import { segmentSequence } from './segment-format.ts';
import { newFolder, openInline } from './test-journal.ts';

const segmentBytes = 64 * KiB;
const streams = ['a', 'b', 'c'] as const;
type Stream = (typeof streams)[number];

/** The writer of these tests works on this thread, so after a turn of the event loop nothing is under way. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What a journal must keep: for each block that no trim has passed, the segment it was written to. */
class Model {
  readonly directory: string;
  readonly blocks = new Map<Stream, { readonly block: number; readonly segment: string }[]>(streams.map((name) => [name, []]));
  journal!: DiskJournal;
  active = '';

  constructor(directory: string) {
    this.directory = directory;
  }

  async open(): Promise<void> {
    this.journal = await openInline(this.directory, { segmentBytes });
    this.active = '';
  }

  segments(): string[] {
    return readdirSync(this.directory)
      .filter((name) => segmentSequence(name) !== undefined)
      .toSorted();
  }

  async append(stream: Stream, bytes: number): Promise<void> {
    const receipt = await this.journal.append({ blocks: [textBlock(stream, ['x'.repeat(bytes)])], durability: 'fsync' });
    this.active = this.segments().at(-1)!;
    this.blocks.get(stream)!.push({ block: receipt.blocks[0]!.block, segment: this.active });
  }

  async note(bytes: number): Promise<void> {
    await this.journal.append({ blocks: [], durability: 'fsync', sourceState: { stream: 'a', bytes: Buffer.alloc(bytes) } });
    this.active = this.segments().at(-1)!;
  }

  /** Gives up this share of what the stream holds. */
  trim(stream: Stream, share: number): void {
    const held = this.blocks.get(stream)!;
    const passed = Math.round(held.length * share);
    const block = held[passed]?.block ?? this.journal.head(stream).block;
    held.splice(0, passed);
    this.journal.trim(stream, { block, frame: 0 });
  }

  drop(stream: Stream): void {
    this.blocks.set(stream, []);
    this.journal.drop(stream);
  }

  check(): void {
    const needed = new Set([...this.blocks.values()].flat().map(({ segment }) => segment));
    const kept = this.segments();
    const sizeOf = (name: string) => statSync(join(this.directory, name)).size;
    expect(kept.filter((name) => name !== this.active)).toEqual([...needed].filter((name) => name !== this.active).toSorted());
    if (kept.includes(this.active) && !needed.has(this.active)) expect(sizeOf(this.active)).toBeLessThanOrEqual(segmentBytes / 4);
    expect(this.journal.space().bytes).toBe(kept.reduce((sum, name) => sum + sizeOf(name), 0));
  }
}

type Step = (model: Model) => Promise<void> | void;

const anyStream = fc.constantFrom(...streams);
const anySize = fc.integer({ min: 1, max: 30_000 });
const anyShare = fc.constantFrom(0, 0.3, 0.7, 1);
const named = (name: string, run: Step) => ({ run, [fc.toStringMethod]: () => name });
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(anyStream, anySize)
      .map(([stream, size]) => named(`append ${stream} ${size}`, (model) => model.append(stream, size))),
  },
  { weight: 1, arbitrary: anySize.map((size) => named(`note ${size}`, (model) => model.note(size))) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(anyStream, anyShare)
      .map(([stream, share]) => named(`trim ${stream} ${share}`, (model) => model.trim(stream, share))),
  },
  { weight: 1, arbitrary: fc.constant(named('trim all', (model) => streams.forEach((stream) => model.trim(stream, 1)))) },
  { weight: 1, arbitrary: anyStream.map((stream) => named(`drop ${stream}`, (model) => model.drop(stream))) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyStream, anySize).map(([stream, size]) =>
      named(`append ${stream} ${size}, trimming all meanwhile`, async (model) => {
        const appended = model.append(stream, size);
        for (const other of streams) model.trim(other, 1);
        await appended;
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 9 })
      .map((value) => named('commit', (model) => model.journal.commits.commit(new Map([['k', value]])))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      named('reopen', async (model) => {
        await model.journal.close();
        await model.open();
      }),
    ),
  },
);

test('trims while the active segment is not needed either: whatever the order, the disk holds what is needed and no other segment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 60, size: 'max' }), async (sequence) => {
      const folder = newFolder();
      const model = new Model(folder.path);
      await model.open();
      try {
        for (const step of sequence) {
          await step.run(model);
          await settled();
          model.check();
        }
      } finally {
        await model.journal.close();
        folder.remove();
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

test('six segments given up at once: none of the five sealed ones stays until the journal is opened again', async () => {
  const folder = newFolder();
  const model = new Model(folder.path);
  await model.open();
  for (let i = 0; i < 17; i++) await model.append('a', 20_000);
  expect(model.segments()).toHaveLength(6);
  model.trim('a', 1);
  await settled();
  expect(model.journal.space().bytes).toBe(0);
  expect(model.segments()).toEqual([]);
  await model.journal.close();
  folder.remove();
});

test('a segment whose file could not be removed: it goes with the next one that is given up', async () => {
  const folder = newFolder();
  let refused = true;
  const journal = await openInline(
    folder.path,
    { segmentBytes },
    {
      ...nodeFileCalls,
      remove(path) {
        if (refused && path.endsWith('.log') && path.includes('segment-'))
          throw Object.assign(new Error('EIO: made by the test'), { code: 'EIO' });
        nodeFileCalls.remove(path);
      },
    },
  );
  const append = () => journal.append({ blocks: [textBlock('a', ['x'.repeat(30_000)])], durability: 'fsync' });
  for (let i = 0; i < 8; i++) await append();
  journal.trim('a', journal.head('a'));
  await settled();
  refused = false;
  await append();
  await append();
  journal.trim('a', journal.head('a'));
  await settled();
  expect(readdirSync(folder.path).filter((name) => name.startsWith('segment-'))).toEqual([]);
  await journal.close();
  folder.remove();
});
