import { createMemoryJournal } from '@acequia/journal';
import { frameBlock, type FrameBlock, type FrameMeta } from '@acequia/batch';
import { silentLog, systemClock } from '@acequia/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockBytes } from '../limits.ts';
import { DatagramBudget } from './datagram-budget.ts';
import { BlockPool } from './block-pool.ts';
import { IntakePartition } from './intake-partition.ts';
import { createIntake } from './listener-intake.ts';

const stream = 'li/t1/LI_1/0';
const meta: FrameMeta = { receivedMs: 1, transport: 'file' };

function startIntake(
  maxEventBytes = 1_048_576,
  onOversize: 'truncate' | 'split' | 'reject' = 'truncate',
  journal = createMemoryJournal({ limitBytes: 1e9 }),
) {
  const settings = { revision: 1, durability: 'fsync' as const, ackWhen: 'journal' as const, maxEventBytes, onOversize, keepRaw: true };
  let received = 0;
  const partition = new IntakePartition({
    stream,
    listenerId: 'LI_1',
    journal,
    clock: systemClock,
    log: silentLog,
    settings,
    ackDeliveredTimeoutMs: 1000,
    blocks: new BlockPool(1_048_576),
    datagrams: new DatagramBudget(),
    busy: () => false,
    lagBytes: () => 0,
    blockBytes: () => blockBytes,
    onBlock: () => undefined,
    whenDelivered: () => () => undefined,
    onReceived: (frames) => void (received += frames),
  });
  const intake = createIntake([partition], settings, () => undefined);
  const blocks = async (): Promise<FrameBlock[]> => {
    const stored = await journal.read(stream, { block: 1, frame: 0 }, Number.MAX_SAFE_INTEGER);
    return stored.map((block) => frameBlock(block));
  };
  return { intake, partition, journal, blocks, received: () => received };
}

test('a chunk with its table of frames arrives frame by frame as it was, each with its place in the source', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ gap: fc.oneof(fc.nat(3), fc.constantFrom(16, 17, 5000)), length: fc.oneof(fc.nat(40), fc.constantFrom(2500, 70_000)) }),
        {
          minLength: 1,
          maxLength: 60,
        },
      ),
      fc.constantFrom('truncate' as const, 'split' as const, 'reject' as const),
      fc.nat(1_000_000),
      async (parts, onOversize, position) => {
        const { intake, blocks, received } = startIntake(2000, onOversize);
        const ranges = new Uint32Array(parts.length * 2);
        let at = 0;
        for (const [index, { gap, length }] of parts.entries()) {
          ranges.set([at + gap, length], index * 2);
          at += gap + length;
        }
        const bytes = Buffer.from(Array.from({ length: at }, (_, index) => (index * 7 + (index >> 8)) & 0x7f));
        const source = intake.open();
        source.write(bytes, ranges, parts.length, { ...meta, position });
        await source.commit();
        const seen: Buffer[] = [];
        for (const block of await blocks()) {
          for (let frame = 0; frame < block.count; frame++) {
            const offset = block.offset(frame);
            const frameBytes = Buffer.from(block.bytes.subarray(offset, offset + block.length(frame)));
            const place = block.meta(frame).position! + offset - position;
            expect(bytes.subarray(place, place + frameBytes.length).equals(frameBytes)).toBe(true);
            if (frameBytes.length <= 2000) expect(block.wireBytes(frame)).toBeGreaterThanOrEqual(frameBytes.length);
            seen.push(frameBytes);
          }
        }
        expect(seen.length).toBe(received());
        const whole = parts.flatMap(({ length }, index) => {
          const frame = bytes.subarray(ranges[index * 2]!, ranges[index * 2]! + length);
          return length <= 2000 ? [frame] : [];
        });
        expect(seen.filter((frame) => whole.some((other) => other.equals(frame))).length).toBeGreaterThanOrEqual(whole.length);
        if (onOversize !== 'split') expect(seen.length).toBe(parts.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('many small frames: blocks stay within their limits', async () => {
  const { intake, blocks } = startIntake();
  const count = 30_000;
  const ranges = Uint32Array.from({ length: count * 2 }, (_, index) => (index % 2 === 0 ? (index / 2) * 21 : 20));
  const source = intake.open();
  source.write(Buffer.alloc(count * 21, 'x'), ranges, count, meta);
  await source.commit();
  const all = await blocks();
  expect(all.reduce((sum, block) => sum + block.count, 0)).toBe(count);
  for (const block of all) expect([block.count <= 8192, block.bytes.length <= 262_144]).toEqual([true, true]);
});

test('the state of a source is there exactly with the frames of its turn', async () => {
  const { intake, partition, journal } = startIntake();
  expect(intake.sourceState).toBeUndefined();
  const source = intake.open();
  const groups: { readonly frames: number; readonly state: string | undefined }[] = [];
  const append = journal.append.bind(journal);
  journal.append = (group) => {
    const frames = group.blocks.reduce((sum, block) => sum + block.frameCount, 0);
    groups.push({ frames, state: group.sourceState && Buffer.from(group.sourceState.bytes).toString() });
    return append(group);
  };
  const commits: Promise<void>[] = [];
  for (let turn = 1; turn <= 20; turn++) {
    source.write(Buffer.from('ab'), Uint32Array.of(0, 1, 1, 1), 2, meta);
    commits.push(source.commit(Buffer.from(String(turn))));
    if (turn % 3 === 0) await commits.at(-1);
    else if (turn % 3 === 1) await Promise.resolve();
  }
  await Promise.all(commits);
  let frames = 0;
  for (const group of groups) {
    frames += group.frames;
    expect(group.state).toBe(String(frames / 2));
  }
  expect(Buffer.from(intake.sourceState!).toString()).toBe('20');
  await partition.stop();
  expect(Buffer.from(startIntake(1000, 'truncate', journal).intake.sourceState!).toString()).toBe('20');
});

test('a state alone, and a commit with nothing to wait for', async () => {
  const { intake } = startIntake();
  const source = intake.open();
  await source.commit();
  await source.commit(Buffer.from('alone'));
  expect(Buffer.from(intake.sourceState!).toString()).toBe('alone');
});

test('a journal that fails: nothing is confirmed until it takes the frames, then once', async () => {
  const { intake, journal, blocks } = startIntake();
  const append = journal.append.bind(journal);
  let failures = 2;
  journal.append = (group) => (failures-- > 0 ? Promise.reject(new Error('no space')) : append(group));
  const source = intake.open();
  source.write(Buffer.from('x'), Uint32Array.of(0, 1), 1, meta);
  await source.commit(Buffer.from('s'));
  expect((await blocks()).map((block) => block.count)).toEqual([1]);
  expect(failures).toBe(-1);
});

test('stopped while the journal fails: who waits is told', async () => {
  const { intake, partition, journal } = startIntake();
  journal.append = () => Promise.reject(new Error('no space'));
  const source = intake.open();
  source.write(Buffer.from('x'), Uint32Array.of(0, 1), 1, meta);
  const commit = source.commit(Buffer.from('s'));
  await Promise.all([
    expect(commit).rejects.toMatchObject({ name: 'IntakeBusy', reason: 'stopping' }),
    Promise.resolve().then(() => partition.stop()),
  ]);
});
