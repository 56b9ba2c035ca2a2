/** The toys, and an action that does not come back from `endless <file>`, once it has made the file, takes all memory at `greedy` or `greedy at once`, and ends its process at `deadly`, by a signal: an orderly end may wait for ever (`endsWithParent`). */
import { writeFileSync } from 'node:fs';
import type { BatchView, Row } from '@acequia/batch';
import type { CompileContext, StepOutput } from '@acequia/component-sdk/runtime';
import type { Components } from '../src/options.ts';
import { createToys } from './toy-components.ts';

const toys = createToys().components;

function misbehave(text: string): void {
  if (text.startsWith('endless')) {
    const [, begun] = text.split(' ');
    if (begun) writeFileSync(begun, '');
    for (;;);
  }
  if (text.includes('deadly')) process.kill(process.pid, 'SIGTERM');
  if (!text.includes('greedy')) return;
  if (text.includes('at once')) {
    let whole: unknown[] = [0.5];
    for (;;) whole = whole.concat(whole);
  }
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
