import type { ScanMove, ScanPlan, ScanStep } from '@acequia/event';
import type { Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';
import { textTable, timeMoveWords } from './pattern-words.ts';
import { TextsColumn } from './texts-column.ts';

const callWords = 13;
const usedWord = 12;
const stepWords = 8;
const stepBytes = stepWords * 4;
const pastWord = 7;
const branchBytes = 12;

/** Numbers of the steps in the kernel. */
const stepNumbers: Readonly<Record<ScanMove, number>> = {
  literal: 0,
  until: 1,
  'until-any': 2,
  'until-blank': 3,
  rest: 4,
  take: 5,
  integer: 6,
  float: 7,
  word: 8,
  quoted: 9,
  ip: 10,
  time: 11,
  set: 12,
  blanks: 13,
  newline: 14,
  past: 15,
  behind: 16,
  repeat: 17,
  try: 18,
  done: 19,
  'null-text': 20,
  trim: 21,
  bool: 22,
  'as-integer': 23,
  'as-float': 24,
  'as-time': 25,
};

/** Reads the text of one field by a pattern; the new cells are the outputs of the plan. One per step. */
export function createPatternColumn(kernels: Kernels, plan: ScanPlan, slot: Slot): TextsColumn {
  const columns = plan.outputs.length;
  const branches = plan.steps.filter((step) => step.do === 'try').length;
  const times = plan.steps.filter((step) => step.time !== undefined && step.output >= 0).length;
  return new TextsColumn(
    kernels,
    {
      columns,
      sideBytes: times * 8,
      passes: 1 + (branches >> 1),
      run: (_, { block, frames, count, cells, states, textTag, sideTag, side }) => {
        const call = kernels.region(callWords * 4);
        const stack = kernels.region(branches * branchBytes);
        const steps = copySteps(kernels, plan.steps);
        if (call < 0 || stack < 0 || steps < 0) return -1;
        const regions = [block, frames, count, steps, plan.steps.length, cells, columns, states, textTag, sideTag, side, stack];
        kernels.words.set(regions, call >> 2);
        kernels.run.patternTexts(call);
        return kernels.words[(call >> 2) + usedWord]!;
      },
    },
    slot,
  );
}

/** Where the steps lie; −1 when there is no room. */
function copySteps(kernels: Kernels, steps: readonly ScanStep[]): number {
  const at = kernels.region(steps.length * stepBytes);
  if (at < 0) return -1;
  for (const [index, step] of steps.entries()) {
    const [text, length] = copyWhat(kernels, step);
    if (text < 0) return -1;
    const word = (at >> 2) + index * stepWords;
    kernels.words.set([stepNumbers[step.do], text, length, step.output, ...numbersOf(step)], word);
    kernels.words[word + pastWord] = step.do === 'until' && isAt(step, steps[index + 1]) ? length : 0;
  }
  return at;
}

/** Whether the step behind is the text a step ends at. */
const isAt = ({ texts }: ScanStep, next: ScanStep | undefined): boolean => next?.do === 'literal' && next.texts[0] === texts[0];

/** A text and its length, or a table and its number of entries. */
function copyWhat(kernels: Kernels, { do: how, texts, others, time }: ScanStep): readonly [at: number, count: number] {
  if (time !== undefined) return [timeMoveWords(kernels, time), time.moves.length];
  if (how === 'bool' || how === 'until-any') return [textTable(kernels, [...texts, ...others]), texts.length + others.length];
  const text = Buffer.from(texts[0] ?? '');
  return [kernels.copyIn(text), text.length];
}

function numbersOf({ do: how, texts, min, max, to, outputs, time }: ScanStep): readonly number[] {
  if (how === 'try' || how === 'done') return [to * stepBytes, ...outputs];
  if (time !== undefined) return [time.offsetMinutes];
  return how === 'bool' ? [texts.length] : [min, max];
}
