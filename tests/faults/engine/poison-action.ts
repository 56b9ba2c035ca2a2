import type { BatchView } from '@acequia/batch';
import type { CompileContext, StepOutput } from '@acequia/component-sdk/runtime';

/** How an event can end the process that works on it. */
export const poisons = ['abort', 'memory', 'loop'] as const;
export type Poison = (typeof poisons)[number];

export const poisonText = (poison: Poison, number: number): string => `poison:${poison}:${number}`;

function swallow(poison: string | undefined): void {
  if (poison === 'abort') process.abort();
  const eaten: number[][] = [];
  while (poison === 'memory') eaten.push(Array.from({ length: 1_000_000 }, (_, place) => place + 0.5));
  while (poison === 'loop') eaten.length = 0;
}

/** Lets everything pass but what it dies of. */
export const poison = {
  definition: {
    config: { safeParse: (data: unknown) => ({ success: true, data }) },
    ports: () => [
      { id: 'default', kind: 'plain' },
      { id: 'error', kind: 'error' },
    ],
    state: 'none',
  },
  runtime: {
    compile: (_config: unknown, ctx: CompileContext) => {
      const slot = ctx.slots.slot('message');
      return {
        step: (view: BatchView, out: StepOutput) => {
          for (const row of view.rows.subarray(0, view.count)) {
            const [word, what] = view.text(row, slot)?.split(':') ?? [];
            if (word === 'poison') swallow(what);
          }
          out.all(ctx.port('default'));
        },
      };
    },
  },
};
