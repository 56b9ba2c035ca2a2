import { internalSlots, type BatchView } from '@acequia/batch';
import type { StepOutput } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import type { Components } from '../options.ts';

/** Toys with one more action, which notes `_label` of every event it sees. */
function toysThatNote(seen: Record<string, string[]>) {
  const toys = createToys();
  const note = {
    definition: { ...toys.components.action('mark', '1.0.0')!.definition },
    runtime: {
      compile: (config: { as: string }, ctx: { port(id: string): number }) => ({
        step: (view: BatchView, out: StepOutput) => {
          for (const row of view.rows.subarray(0, view.count)) (seen[config.as] ??= []).push(String(view.value(row, internalSlots.label)));
          out.all(ctx.port('default') as never);
        },
      }),
    },
  };
  const components = {
    ...toys.components,
    action: (id: string, version: string) => (id === 'note' ? note : toys.components.action(id, version)),
  } as unknown as Components;
  return { ...toys, components };
}

test('_label is the name of the label, as _cluster is the name of the cluster; a new name shows from then on; the two built in go by their ids', async () => {
  const seen: Record<string, string[]> = {};
  const { engine, toys } = startHarness({ toys: toysThatNote(seen) });
  const named = (name: string) => [
    { id: 'LB_1', name, condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: 'red' } } },
  ];
  const through = (labelId: string) =>
    pipeline(
      labelId,
      `PV_${labelId}`,
      [label('LI_1', labelId), action('n', 'note', { as: labelId }), sink('out', 'a')],
      links('start > n', 'n > out'),
    );
  const pipelines = ['LB_1', 'all', 'unlabelled'].map(through);
  await engine.apply(deployment(pipelines, { listeners: [listener('LI_1', {}, named('Red lines'))] }));
  await submitLines(toys.peer('LI_1'), ['red one', 'blue one']);
  await until(() => toys.destination('a').lines.length === 4);
  await engine.apply(deployment(pipelines, { listeners: [listener('LI_1', {}, named('Crimson'))] }));
  await submitLines(toys.peer('LI_1'), ['red two']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(seen['all']).toEqual(['all', 'all', 'all']);
  expect(seen['unlabelled']).toEqual(['unlabelled']);
  expect(seen['LB_1']).toEqual(['Red lines', 'Crimson']);
});
