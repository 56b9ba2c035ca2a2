import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeLocks, settle } from './testing/fake-locks.ts';
import { inStreamSlot, streamSlots } from './stream-slot.ts';

test('never more streams than places, whoever ends when; and everybody gets one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), async (order) => {
      const locks = fakeLocks();
      const running: (() => void)[] = [];
      let ran = 0;
      const done = order.map(() =>
        inStreamSlot(locks, new AbortController().signal, () => {
          ran += 1;
          return new Promise((resolve) => running.push(resolve));
        }),
      );
      await settle();
      for (const pick of order) {
        expect(running.length).toBeLessThanOrEqual(streamSlots);
        running.splice(pick % running.length, 1)[0]!();
        await settle();
      }
      await Promise.all(done);
      expect(ran).toBe(order.length);
    }),
    { numRuns: 50 },
  );
});

test('who gives up while waiting never runs and holds nothing', async () => {
  const locks = fakeLocks();
  const never = () => new Promise<void>(() => undefined);
  const ends: (() => void)[] = [];
  for (let stream = 0; stream < streamSlots; stream += 1)
    void inStreamSlot(locks, new AbortController().signal, () => new Promise((resolve) => ends.push(resolve)));
  const impatient = new AbortController();
  let ran = false;
  const waiting = inStreamSlot(locks, impatient.signal, () => {
    ran = true;
    return never();
  });
  await settle();
  impatient.abort();
  await waiting;
  expect(ran).toBe(false);
  let next = false;
  void inStreamSlot(locks, new AbortController().signal, () => {
    next = true;
    return never();
  });
  ends[0]!();
  await settle();
  expect(next).toBe(true);
});

test('a fault of the stream is told; without locks it simply runs', async () => {
  const fault = new Error('broken');
  const broken = () => Promise.reject(fault);
  await expect(inStreamSlot(fakeLocks(), new AbortController().signal, broken)).rejects.toBe(fault);
  await expect(inStreamSlot(undefined, new AbortController().signal, broken)).rejects.toBe(fault);
});
