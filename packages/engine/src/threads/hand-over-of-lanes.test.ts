import { Retry } from '@acequia/component-sdk/runtime';
import { describe, expect, test } from 'vitest';
import type { Variant } from '../../test/hand-over-places.ts';
import { inMemory, walk } from '../../test/hand-over-walk.ts';
import { World } from '../../test/hand-over-world.ts';

const runs = 200;
const states = ['while open', 'while opening', 'while sending', 'while closing', 'while waiting for retry'];
const ways = [...states, 'twice at once', 'beside one that has not ended', 'to another listener', 'while one that is over closes'];

describe('versions and listeners come, go and change lanes', { timeout: 300_000 }, () => {
  // A walk that seldom gets that far proves nothing.
  const expectAll = (handOvers: ReadonlyMap<string, number>) => {
    for (const way of ways) expect([way, handOvers.get(way) ?? 0]).toEqual([way, expect.toSatisfy((count) => count >= runs / 50)]);
  };

  test('each event is delivered once, or owed by one version; closing waits, and it ends', async () =>
    expectAll(await walk(inMemory, { lanes: 2, crashes: false, runs, seed: 21 })));

  test('also when a lane or the process dies in between', async () =>
    expectAll(await walk(inMemory, { lanes: 2, crashes: true, runs, seed: 22 })));
});

const plain: Variant = { order: 'none', once: false, spare: false, acked: false };

/** `PL_1` reads `LI_1` in the first lane, `PL_2` `LI_2` in the second. */
async function twoLanes(variant: Partial<Variant>): Promise<World> {
  const listeners = ['LI_1', 'LI_2', 'LI_3', 'LI_4', 'LI_5'];
  const world = new World({ variant: { ...plain, ...variant }, journals: inMemory, lanes: 2, listeners }, await inMemory.open());
  await world.start();
  return world;
}

/** Its version has delivered something and is over, but its data sink is still closing. */
async function overAndClosing(): Promise<World> {
  const world = await twoLanes({ order: 'strict' });
  world.submit('LI_1', 1);
  await world.clock.pass(20);
  world.a.sends[0]!.end({ report: undefined });
  world.stopPipeline();
  await world.clock.pass(5000);
  expect(world.engine.status().pipelines.map(({ versionId }) => versionId)).toEqual(['QV_1']);
  expect(world.a.closings).toHaveLength(1);
  return world;
}

test('a version in another lane waits until what one that is over has opened is closed', async () => {
  const world = await overAndClosing();
  world.publish('LI_2');
  await world.clock.pass(1000);
  expect(world.a.openings).toEqual([]);
  world.a.closings[0]!.endClose();
  await world.clock.pass(100);
  expect(world.a.openings).toHaveLength(1);
  world.check();
  await world.finish();
});

test('a data sink that does not close keeps no version in another lane from delivering', async () => {
  const world = await overAndClosing();
  world.publish('LI_2');
  await world.clock.pass(10_000);
  expect(world.a.openings).toHaveLength(1);
  world.check();
  await world.finish();
});

test('senders are not told of a delivery while a lane that begins again has yet to take up what is to be delivered', async () => {
  const world = await twoLanes({ acked: true });
  world.submit('LI_1', 1);
  await world.clock.pass(2000);
  world.killLane(0);
  await world.clock.pass(1000);
  expect(world.a.openings).toHaveLength(1);
  world.check();
  await world.finish();
});

test('a lane that dies while another one still lets go does not begin again what it has let go of', async () => {
  const world = await twoLanes({});
  world.submit('LI_1', 1);
  world.submit('LI_2', 1);
  await world.clock.pass(20);
  world.places['c']!.sends[0]!.end({ error: new Retry('HTTP_503') });
  // Each listener goes to the other lane.
  world.publishTogether('LI_4', 'LI_3');
  await world.clock.pass(20);
  world.places['c']!.closings[0]!.endClose();
  await world.clock.pass(500);
  world.killLane(1);
  await world.clock.pass(500);
  world.a.sends[0]!.end({ report: undefined });
  await world.finish();
});
