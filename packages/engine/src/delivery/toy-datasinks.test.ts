import { createSlotTable } from '@acequia/batch';
import { Disconnected, type DatasinkContext, type DatasinkRuntime } from '@acequia/component-sdk/runtime';
import { datasinkContract, type DatasinkUnderTest } from '@acequia/testkit';
import { describe, expect, test } from 'vitest';
import { createToys, toyComponents, type ToyCreation } from '../../test/toy-components.ts';
import { openToyWire, serveToyWire } from '../../test/toy-wire.ts';
import type { Components } from '../options.ts';

type Order = 'none' | 'strict';

let channels = 0;

/** The toy's destination, which this thread reaches by a call, or as lanes on other threads do. */
function toy(order: Order, isRemote: boolean): DatasinkUnderTest {
  const toys = createToys();
  const destination = toys.destination('a');
  let components: Components = toys.components;
  if (isRemote) {
    const channel = `contract ${process.pid} ${++channels}`;
    serveToyWire(channel, toys.wire);
    components = toyComponents(openToyWire(channel, '1')).components;
  }
  const runtime = components.datasink('toy', '1.0.0')!.runtime as unknown as DatasinkRuntime<ToyCreation, { readonly order: Order }>;
  const [creation, node] = [{ name: 'a' }, { order }];
  let held: { readonly lines: number; readonly resolve: () => void; readonly reject: (error: Error) => void }[] | undefined;
  destination.answer = async (_batch, lines) => {
    if (!held) return undefined;
    const wait = Promise.withResolvers<void>();
    held.push({ lines: lines.length, ...wait });
    await wait.promise;
    return undefined;
  };
  return {
    batching: runtime.batching(creation, node),
    async open(_branch, checkpoint) {
      const slots = createSlotTable();
      return { slots, sink: await runtime.open(creation, node, { slots, checkpoint } as DatasinkContext) };
    },
    there: () => [...destination.lines],
    destination: {
      hold: () => void (held = []),
      async arrived(lines) {
        while (held!.reduce((sum, each) => sum + each.lines, 0) < lines) await new Promise((resolve) => setImmediate(resolve));
      },
      release() {
        for (const { resolve } of held ?? []) resolve();
        held = undefined;
      },
      reset() {
        for (const { reject } of held!.splice(0)) reject(new Disconnected('TOY_RESET'));
      },
    },
  };
}

describe.each<readonly [Order, string, boolean]>([
  ['none', 'on its own thread', false],
  ['strict', 'on its own thread', false],
  ['none', 'over a channel', true],
  ['strict', 'over a channel', true],
])('the toy data sink with the order %s, %s, keeps what a data sink promises', (order, _where, isRemote) => {
  for (const { name, run } of datasinkContract('held')) {
    test(name, async () => {
      const { seen, wanted } = await run(toy(order, isRemote));
      expect(seen).toEqual(wanted);
    });
  }
});
