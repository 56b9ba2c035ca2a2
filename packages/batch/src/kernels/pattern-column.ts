import type { ScanPlan, ScanStep } from '@acequia/event';
import type { Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';
import { TextsColumn } from './texts-column.ts';

const callWords = 8;
const stepWords = 4;

/** Numbers of the steps in the kernel. */
const stepNumbers: Readonly<Record<ScanStep['do'], number>> = {
  literal: 0,
  until: 1,
  'until-blank': 2,
  rest: 3,
  integer: 4,
  float: 5,
  word: 6,
  quoted: 7,
  blanks: 8,
  past: 9,
  behind: 10,
  repeat: 11,
};

/** Reads the text of one field by a pattern; the new cells are the outputs of the plan. One per step. */
export function createPatternColumn(kernels: Kernels, plan: ScanPlan, slot: Slot): TextsColumn {
  const texts = plan.steps.map(({ text }) => Buffer.from(text));
  const columns = plan.outputs.length;
  return new TextsColumn(
    kernels,
    {
      columns,
      run: (_, { block, frames, count, cells, states }) => {
        const call = kernels.region(callWords * 4);
        const steps = copySteps(kernels, plan.steps, texts);
        if (call < 0 || steps < 0) return false;
        kernels.words.set([block, frames, count, steps, plan.steps.length, cells, columns, states], call >> 2);
        kernels.run.patternTexts(call);
        return true;
      },
    },
    slot,
  );
}

function copySteps(kernels: Kernels, steps: readonly ScanStep[], texts: readonly Uint8Array[]): number {
  const at = kernels.region(steps.length * stepWords * 4);
  if (at < 0) return -1;
  for (const [index, step] of steps.entries()) {
    const text = kernels.copyIn(texts[index]!);
    if (text < 0) return -1;
    kernels.words.set([stepNumbers[step.do], text, texts[index]!.length, step.output], (at >> 2) + index * stepWords);
  }
  return at;
}
