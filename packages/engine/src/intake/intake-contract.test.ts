import { frameBlock } from '@acequia/batch';
import { silentLog, systemClock } from '@acequia/base';
import { JournalFull, openJournal, type Journal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { intakeContract } from '@acequia/testkit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { blockBytes } from '../limits.ts';
import { DatagramBudget } from './datagram-budget.ts';
import { BlockPool } from './block-pool.ts';
import { IntakePartition } from './intake-partition.ts';
import type { IntakeSettings } from './intake-settings.ts';
import { createIntake } from './listener-intake.ts';
import { rejectCodeAttribute } from './meta-dictionary.ts';

const stream = 'li/t1/LI_1/0';
const defaults: IntakeSettings = {
  revision: 1,
  durability: 'fsync',
  ackWhen: 'journal',
  maxEventBytes: 1_048_576,
  onOversize: 'truncate',
  keepRaw: true,
};

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of cleanUp) await each();
  cleanUp = [];
});

/** The engine's intake over a journal on disk that can be held and can refuse. */
async function start(options: Partial<IntakeSettings> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'intake-'));
  const disk = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  cleanUp.push(
    () => disk.close(),
    () => rm(directory, { recursive: true }),
  );
  let held: Promise<void> | undefined;
  let release = (): void => undefined;
  let refuses = false;
  const journal: Journal = Object.create(disk, {
    append: {
      value: async (group: Parameters<Journal['append']>[0]) => {
        await held;
        if (refuses) throw new JournalFull('refused by the test');
        return disk.append(group);
      },
    },
    head: { value: (name: string) => disk.head(name) },
    sourceState: { value: (name: string) => disk.sourceState(name) },
    knowsKey: { value: (key: string) => disk.knowsKey(key) },
  }) as Journal;
  const settings = { ...defaults, ...options };
  const datagrams = new DatagramBudget({ workerBytes: 1_000_000, senderBytes: 400_000 });
  let empty = 0;
  const handedOver: number[] = [];
  let failsToHandOver = false;
  const partition = new IntakePartition({
    stream,
    listenerId: 'LI_1',
    journal,
    clock: systemClock,
    log: silentLog,
    settings,
    ackDeliveredTimeoutMs: 1000,
    blocks: new BlockPool(1_048_576),
    datagrams,
    busy: () => false,
    lagBytes: () => 0,
    blockBytes: () => blockBytes,
    onBlock: ({ block }) => {
      handedOver.push(block);
      if (failsToHandOver) throw new Error('the lane is gone');
    },
    whenDelivered: () => () => undefined,
    onReceived: () => undefined,
  });
  return {
    intake: createIntake([partition], settings, (count) => void (empty += count)),
    partition,
    datagrams,
    handedOver,
    failToHandOver: () => void (failsToHandOver = true),
    empty: () => empty,
    hold: () => void (held = new Promise((resolve) => (release = resolve))),
    release: () => {
      held = undefined;
      release();
    },
    refuse: (value: boolean) => void (refuses = value),
    taken: async () => {
      const blocks = await disk.read(stream, { block: 1, frame: 0 }, Number.MAX_SAFE_INTEGER);
      return blocks.flatMap((stored) => {
        const block = frameBlock(stored);
        return Array.from({ length: block.count }, (_, frame) => {
          const { position, attributes } = block.meta(frame);
          return {
            text: Buffer.from(block.bytes.subarray(block.offset(frame), block.offset(frame) + block.length(frame))).toString(),
            flags: block.flags(frame),
            wireBytes: block.wireBytes(frame),
            code: attributes?.[rejectCodeAttribute],
            position: position === undefined ? undefined : position + block.offset(frame),
          };
        });
      });
    },
  };
}

describe('the intake over a journal on disk keeps its promises', () => {
  for (const { name, options, run } of intakeContract) {
    test(name, async () => {
      const { seen, wanted } = await run(await start(options));
      expect(seen).toEqual(wanted);
    });
  }

  test('a lane that takes no block does not make the same frames durable again and again', async () => {
    const under = await start();
    under.failToHandOver();
    const stream = under.intake.open();
    stream.write(Buffer.from('once'), new Uint32Array([0, 4]), 1, { receivedMs: 1, transport: 'tcp' });
    await stream.commit();
    await stream.submit({
      bytes: Buffer.from('body'),
      frames: new Uint32Array([0, 4, 1]),
      count: 1,
      meta: { receivedMs: 1, transport: 'tcp' },
    });
    await under.partition.stop();
    expect((await under.taken()).map(({ text }) => text)).toEqual(['once', 'body']);
    expect(under.handedOver).toEqual([1, 2]);
  });

  test('one network of IPv6 leaves room for the datagrams of others, whichever of its addresses they come from', async () => {
    const { intake, partition, datagrams, hold, release } = await start();
    const stream = intake.open();
    const bytes = Buffer.alloc(1000, 120);
    const offer = (sourceIp: string) => stream.offer(bytes, new Uint32Array([0, 1000]), 1, { receivedMs: 1, transport: 'udp', sourceIp });
    hold();
    for (let each = 0; each < 2000; each++) offer(`2001:db8:0:1::${each}`);
    expect(datagrams.bytes).toBeLessThanOrEqual(400_000);
    expect(offer('2001:db8:0:2::1')).toBe(true);
    release();
    await stream.commit();
    expect(datagrams.bytes).toBe(0);
    await partition.stop();
  });

  test('a journal that takes nothing does not let datagrams fill the memory, and one address leaves room for others', async () => {
    const { intake, partition, datagrams, hold, release, taken } = await start();
    const stream = intake.open();
    const bytes = Buffer.alloc(1000, 120);
    const offer = (sourceIp: string) => stream.offer(bytes, new Uint32Array([0, 1000]), 1, { receivedMs: 1, transport: 'udp', sourceIp });
    hold();
    let kept = 0;
    for (let each = 0; each < 20_000; each++) if (offer('192.0.2.1')) kept++;
    expect(kept).toBeGreaterThan(300);
    expect(datagrams.bytes).toBeLessThanOrEqual(400_000);
    expect(offer('192.0.2.2')).toBe(true);
    for (let each = 0; each < 20_000; each++) if (offer(`192.0.2.${each % 200}`)) kept++;
    expect(datagrams.bytes).toBeLessThanOrEqual(1_000_000);
    release();
    await stream.commit();
    expect(datagrams.bytes).toBe(0);
    expect(offer('192.0.2.1')).toBe(true);
    await partition.stop();
    expect(datagrams.bytes).toBe(0);
    expect(await taken()).toHaveLength(kept + 2);
  });
});
