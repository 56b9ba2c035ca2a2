import { Retry } from '@acequia/component-sdk/runtime';
import { test } from 'vitest';
import type { Variant } from '../../test/hand-over-places.ts';
import { inMemory } from '../../test/hand-over-walk.ts';
import { World } from '../../test/hand-over-world.ts';

const plain: Variant = { order: 'none', once: false, spare: false, acked: false };

/** `PL_1` reads `LI_1` in the first lane, `PL_2` `LI_2` in the second. */
async function twoLanes(variant: Partial<Variant>): Promise<World> {
  const listeners = ['LI_1', 'LI_2', 'LI_3', 'LI_4', 'LI_5'];
  const world = new World({ variant: { ...plain, ...variant }, journals: inMemory, lanes: 2, listeners }, await inMemory.open());
  await world.start();
  return world;
}

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
