import { AppError, MiB, systemClock } from '@acequia/base';
import { heldBytes } from '@acequia/testkit';
import { expect, test } from 'vitest';
import type { Lasting } from './request-context.ts';
import { untilSessionEnds } from './session-stream.ts';

/** A session that lasts until the test ends it, and how many wait for that. */
function session() {
  const controller = new AbortController();
  const state = { watchers: 0 };
  const lasting: Lasting = {
    watch: () => {
      state.watchers += 1;
      return { signal: controller.signal, close: () => void (state.watchers -= 1) };
    },
    remaining: () => Promise.resolve(1),
  };
  return { lasting, state, end: (reason: Error) => controller.abort(reason) };
}

async function* numbered(): AsyncGenerator<readonly number[]> {
  for (let number = 0; ; number += 1) yield Array.from({ length: 100 }, () => number);
}

test('a live stream that lasts long does not hold memory for each item it has passed on', async () => {
  const stream = untilSessionEnds(numbered(), session().lasting, systemClock);
  const take = async (count: number) => {
    for (let each = 0; each < count; each += 1) await stream.next();
  };
  await take(1000);
  const held = await heldBytes(() => take(60_000));
  expect((await stream.next()).value).toHaveLength(100);
  await stream.return(undefined);
  expect(held).toBeLessThan(8 * MiB);
});

test('a stream ends with its session while it waits for an item, and between two items', async () => {
  const reason = new AppError('AUTH.EXPIRED');
  const silence = { next: () => new Promise<never>(() => undefined) };
  for (const items of [silence, numbered()]) {
    const { lasting, state, end } = session();
    const stream = untilSessionEnds<unknown>(items, lasting, systemClock);
    if (items !== silence) await stream.next();
    const waiting = items === silence ? stream.next() : undefined;
    end(reason);
    await expect(waiting ?? stream.next()).rejects.toBe(reason);
    expect(state.watchers).toBe(0);
    expect((await stream.next()).done).toBe(true);
  }
});
