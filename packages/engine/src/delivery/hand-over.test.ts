import { createSlotTable } from '@acequia/batch';
import { Disconnected, type DatasinkContext } from '@acequia/component-sdk/runtime';
import { datasinkContract, type DatasinkTrait, type DatasinkUnderTest } from '@acequia/testkit';
import { describe, expect, test } from 'vitest';
import { Place, type Variant } from '../../test/hand-over-places.ts';
import { inMemory, onDisk, walk } from '../../test/hand-over-walk.ts';
import { World } from '../../test/hand-over-world.ts';
import { settle } from '../../test/virtual-clock.ts';

const states = ['while open', 'while opening', 'while sending', 'while closing', 'while waiting for retry', 'while waiting for a person'];
const ways = [...states, 'twice at once', 'beside one that has not ended', 'to another listener'];

describe.each([
  { journal: 'in memory', journals: inMemory, runs: 400 },
  { journal: 'on disk', journals: onDisk, runs: 100 },
])('a version takes over what another one delivers to, journal $journal', { timeout: 300_000 }, ({ journals, runs }) => {
  // A walk that seldom gets that far proves nothing.
  const expectAll = (handOvers: ReadonlyMap<string, number>) => {
    for (const way of ways) expect([way, handOvers.get(way) ?? 0]).toEqual([way, expect.toSatisfy((count) => count >= runs / 20)]);
  };

  test('each event is delivered once, or owed by one version; closing waits, and it ends', async () =>
    expectAll(await walk(journals, { lanes: 0, crashes: false, runs, seed: 19 })));

  test('also when the process dies or stops in between', async () =>
    expectAll(await walk(journals, { lanes: 0, crashes: true, runs, seed: 20 })));
});

test('what a version wrote before a crash is undone also when its data sink opens late and another version runs its events', async () => {
  const variant = { order: 'none', once: true, spare: false, acked: false } as const;
  const world = new World({ variant, journals: inMemory, lanes: 0, listeners: ['LI_1', 'LI_2'] }, await inMemory.open());
  await world.start();
  world.submit('LI_1', 3);
  await world.clock.pass(20);
  world.a.sends[0]!.end({ report: undefined });
  world.publish('LI_1');
  await world.crash();
  await world.settle();
  world.submit('LI_1', 1);
  for (let passedMs = 0; passedMs < 1000; passedMs += 20) {
    await world.clock.pass(20);
    for (const opening of world.a.openings) opening.end(new Disconnected('DELIVERY_RESET'));
  }
  await world.finish();
});

/** A place as a data sink by itself: only sends are held. */
function placeUnderTest(order: Variant['order'], once: boolean): DatasinkUnderTest {
  const rules = { variant: { order, once }, breaches: [] as string[], healthy: true, obeys: true };
  const place = new Place(rules);
  return {
    batching: { order, concurrency: order === 'strict' ? 1 : 2 },
    async open(id, checkpoint) {
      const slots = createSlotTable();
      const sink = await place.open({ slots, checkpoint, branch: { id } } as DatasinkContext, { alive: true });
      const close = () => {
        const closing = sink.close();
        for (const session of place.closings) session.endClose();
        return closing;
      };
      return { slots, sink: { ...sink, close } };
    },
    there: () => place.lines,
    destination: {
      hold: () => void (rules.healthy = false),
      async arrived(lines) {
        while (place.sends.flatMap((send) => send.lines).length < lines) await settle();
      },
      release() {
        rules.healthy = true;
        place.heal();
      },
      reset() {
        for (const send of place.sends) send.end({ error: new Disconnected('TOY_RESET') });
      },
    },
  };
}

describe.each([
  { order: 'none', once: false },
  { order: 'none', once: true },
  { order: 'strict', once: false },
  { order: 'strict', once: true },
] as const)('a place of these tests, with the order $order and once: $once, keeps what a data sink promises', ({ order, once }) => {
  const traits: readonly DatasinkTrait[] = ['held', ...(once ? (['checkpoints'] as const) : [])];
  for (const { name, run } of datasinkContract(...traits)) {
    test(name, async () => {
      const { seen, wanted } = await run(placeUnderTest(order, once));
      expect(seen).toEqual(wanted);
    });
  }
});
