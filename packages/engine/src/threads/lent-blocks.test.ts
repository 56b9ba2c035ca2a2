import type { StoredBlock } from '@acequia/journal';
import { expect, test } from 'vitest';
import { BlockPool } from '../intake/block-pool.ts';
import { BlockLender } from './block-lender.ts';
import { LentBlocks } from './lent-blocks.ts';
import type { LaneNews, LaneOrder } from './messages.ts';

const bytesOfBlock = 64 * 1024;
const blockOf = (pool: BlockPool, block: number, size = bytesOfBlock): StoredBlock => ({
  stream: 'li/t1/LI_1/0',
  block,
  origin: `1-1-${block}`,
  codec: 1,
  meta: ['{}'],
  frames: Uint32Array.of(0, size, 0, 0, size),
  frameCount: 1,
  bytes: pool.take(size).subarray(0, size),
  damagedFrames: [],
});

/** Both sides, joined by what a port does to a message. */
function lending(ringBytes: number) {
  const pool = new BlockPool(1 << 20);
  const orders: LaneOrder[] = [];
  const news: LaneNews[] = [];
  const lender = new BlockLender(pool, ringBytes, (order, transfer) => orders.push(structuredClone(order, { transfer: [...transfer] })));
  const lent = new LentBlocks((returned) => news.push(returned));
  const arrive = (): StoredBlock => {
    const order = orders.shift();
    if (order?.kind !== 'block') throw new Error('no block came');
    lent.take(order.block, order.memory);
    return order.block;
  };
  const goBack = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    for (const returned of news.splice(0)) if (returned.kind === 'returned') lender.takeBack(returned);
  };
  return { pool, orders, lender, lent, arrive, goBack };
}

/** Whether the pool gives the memory out again. */
const isFree = (pool: BlockPool, memory: ArrayBufferLike) => pool.take(bytesOfBlock).buffer === memory;

test('memory is not used again while a batch still reads it', async () => {
  const { pool, lender, lent, arrive, goBack } = lending(1 << 20);
  const block = blockOf(pool, 1);
  const memory = block.bytes.buffer;
  block.bytes[0] = 7;
  lender.lend('LI_1', block);
  const got = arrive();
  expect(got.bytes[0]).toBe(7);
  lent.hold(got.bytes);
  lent.leave(got);
  await goBack();
  expect(isFree(pool, memory)).toBe(false);
  lent.drop(got.bytes);
  await goBack();
  expect(isFree(pool, memory)).toBe(true);
});

test('a full ring is not filled further: the lane only hears of the block, and its memory is free at once', async () => {
  const { pool, orders, lender, lent, arrive, goBack } = lending(2 * bytesOfBlock);
  lender.lend('LI_1', blockOf(pool, 1));
  lender.lend('LI_1', blockOf(pool, 2));
  const third = blockOf(pool, 3);
  lender.lend('LI_1', third);
  const first = arrive();
  arrive();
  expect(orders.shift()).toEqual({ kind: 'arrived', stream: 'li/t1/LI_1/0', head: 4, bytes: bytesOfBlock });
  expect(isFree(pool, third.bytes.buffer)).toBe(true);
  lent.leave(first);
  await goBack();
  lender.lend('LI_1', blockOf(pool, 4));
  expect(arrive().block).toBe(4);
});

test('one block larger than the ring still comes', () => {
  const { pool, lender, arrive } = lending(10);
  lender.lend('LI_1', blockOf(pool, 1));
  expect(arrive().block).toBe(1);
});

test('a small block goes over as a whole and owes nothing', async () => {
  const { pool, lender, lent, arrive, goBack } = lending(1 << 20);
  lender.lend('LI_1', blockOf(pool, 1, 100));
  const got = arrive();
  expect(got.bytes).toHaveLength(100);
  lent.hold(got.bytes);
  lent.drop(got.bytes);
  lent.leave(got);
  await goBack();
});

test('what a dead lane had lent is free', () => {
  const { pool, lender } = lending(1 << 20);
  const block = blockOf(pool, 1);
  lender.lend('LI_1', block);
  lender.end();
  expect(isFree(pool, block.bytes.buffer)).toBe(true);
});
