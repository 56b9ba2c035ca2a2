import type { BatchView } from '@acequia/batch';
import type { CompileContext, StepOutput } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import type { Components } from '../options.ts';

/** Toys with one more action, which throws when it meets a line with `throw`. */
function toysThatThrow() {
  const toys = createToys();
  const thrower = {
    definition: { ...toys.components.action('mark', '1.0.0')!.definition },
    runtime: {
      compile: (_config: unknown, ctx: CompileContext) => {
        const slot = ctx.slots.slot('message');
        return {
          step: (view: BatchView, out: StepOutput) => {
            for (const row of view.rows.subarray(0, view.count))
              if (view.text(row, slot)?.includes('throw')) throw new Error('not this one');
            out.all(ctx.port('default'));
          },
        };
      },
    },
  };
  const components = {
    ...toys.components,
    action: (id: string, version: string) => (id === 'thrower' ? thrower : toys.components.action(id, version)),
  } as unknown as Components;
  return { ...toys, components };
}

test('a step that throws does not end the lane: its events are refused by its node, what comes after goes on', async () => {
  const { engine, toys } = startHarness({ toys: toysThatThrow() });
  const nodes = [label(), action('t', 'thrower', {}), sink('out', 'a')];
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > t', 't > out'))]));
  await submitLines(toys.peer('LI_1'), ['throw here']);
  await submitLines(toys.peer('LI_1'), ['fine']);
  await until(() => toys.destination('a').lines.length === 1);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(['fine']);
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 10);
  expect(letters.map(({ code, node }) => [code, node])).toEqual([['ENGINE_STEP_FAILED', 't']]);
  expectBalance(engine, 'LI_1', ['PV_1']);
  expect(totalsOf(engine, 'PV_1')['thrown']).toBe(1);
});
