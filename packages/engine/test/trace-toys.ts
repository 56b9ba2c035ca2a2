/** The toys, and an action that does not come back from `endless`, takes all memory at `greedy`, and ends its thread at `deadly`. */
import type { BatchView, Row } from '@acequia/batch';
import type { CompileContext, StepOutput } from '@acequia/component-sdk/runtime';
import type { Components } from '../src/options.ts';
import { createToys } from './toy-components.ts';

const toys = createToys().components;

/** Told when an endless step has begun. */
export const endlessChannel = 'trace toys: endless';

function misbehave(text: string): void {
  if (text.includes('endless')) {
    new BroadcastChannel(endlessChannel).postMessage('begun');
    for (;;);
  }
  if (text.includes('deadly')) process.exit(1);
  if (!text.includes('greedy')) return;
  let numbers = [0.5];
  while (numbers.length < 1_000_000) numbers = [...numbers, ...numbers];
  const kept: number[][] = [];
  for (;;) kept.push([...numbers]);
}

const compile = (_config: unknown, ctx: CompileContext) => {
  const slot = ctx.slots.slot('message');
  return {
    step: (view: BatchView, out: StepOutput) => {
      for (const row of view.rows.subarray(0, view.count) as Iterable<Row>) misbehave(view.text(row, slot) ?? '');
      out.all(ctx.port('default'));
    },
  };
};

export const components: Components = {
  ...toys,
  action: (id, version) =>
    id === 'rogue' ? ({ definition: toys.action('mark', version)!.definition, runtime: { compile } } as never) : toys.action(id, version),
};
