import { silentLog, type Log } from '@acequia/base';
import type { JournalStreams } from '@acequia/journal';
import { expect, test } from 'vitest';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { BlockReader } from './block-reader.ts';
import { BlockRing } from './block-ring.ts';

test('a journal that cannot be read for now is asked again after a while, not without a pause, and told once', async () => {
  const clock = new VirtualClock();
  const said: string[] = [];
  const note: Log['error'] = (_fields, text) => said.push(text);
  let reads = 0;
  let broken = true;
  const journal = {
    head: () => ({ block: 2, frame: 0 }),
    tail: () => ({ block: 1, frame: 0 }),
    read: () => {
      reads++;
      return broken ? Promise.reject(new Error('EMFILE')) : Promise.resolve([{ block: 1 }]);
    },
  } as unknown as JournalStreams;
  // As a lane does: it looks again each time something has arrived.
  const look = () => (reads < 10_000 ? reader.next(1) : undefined);
  const log = { ...silentLog, error: note, warn: note, info: note };
  const reader: BlockReader = new BlockReader({
    journal,
    clock,
    log,
    stream: 's',
    ring: new BlockRing(0, () => undefined),
    onArrival: () => void look(),
  });
  look();
  await settle();
  expect(reads).toBe(1);
  look();
  await clock.pass(10_000);
  expect(reads).toBeGreaterThan(5);
  expect(reads).toBeLessThan(60);
  broken = false;
  await clock.pass(5000);
  expect(reader.next(1)).toMatchObject({ block: { block: 1 }, at: 1 });
  expect(said[0]).toBe('the journal cannot be read; that is tried again');
  expect(said).toHaveLength(1);
});
