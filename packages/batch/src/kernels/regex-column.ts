import { isUtf8 } from 'node:buffer';
import type { OnePass, OnePassState } from '@acequia/event';
import type { Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';
import { TextsColumn } from './texts-column.ts';

const callWords = 12;
/** Words of a state before its moves: how to pass over bytes (three words), whether a text may end, its marks. */
const headWords = 5;
/** Marks of one move: a byte each in a word. */
const marksMax = 4;

/** What a group has to be: any text, or an integer as it is printed; other texts are left. */
export type RegexGroupKind = 'text' | 'integer';

/**
 * Reads the text of one field by a regular expression; the new cells are the groups, null where one took no part. One per
 * step. Undefined: the automaton does not fit the kernel.
 */
export function createRegexColumn(kernels: Kernels, plan: OnePass, kinds: readonly RegexGroupKind[], slot: Slot): TextsColumn | undefined {
  const table = tableOf(plan);
  if (table === undefined) return undefined;
  const columns = plan.outputs.length;
  const kindWords = Int32Array.from(kinds, (kind) => (kind === 'integer' ? 1 : 0));
  const whole = plan.whole ? 1 : 0;
  return new TextsColumn(
    kernels,
    {
      columns,
      takes: (bytes, ascii) => ascii || isUtf8(bytes),
      run: (_, { block, frames, count, cells, states, textTag }) => {
        const call = kernels.region(callWords * 4);
        const marks = kernels.region(columns * 8);
        const classes = kernels.copyIn(plan.classes);
        const [automaton, kindsAt] = [table, kindWords].map((words) => kernels.copyIn(new Uint8Array(words.buffer)));
        if ([call, marks, classes, automaton!, kindsAt!].some((region) => region < 0)) return -1;
        kernels.words.set([block, frames, count, classes, automaton!, whole, kindsAt!, marks, columns, cells, states, textTag], call >> 2);
        kernels.run.regexTexts(call);
        return 0;
      },
    },
    slot,
  );
}

/** The states one after the other; undefined when a move has more marks than fit. */
function tableOf({ states, classes }: OnePass): Int32Array | undefined {
  const classCount = states[0]!.moves.length;
  const stateWords = headWords + classCount * 2;
  const table = new Int32Array(states.length * stateWords);
  for (const [index, state] of states.entries()) {
    const at = index * stateWords;
    table.set(skipOf(state, index, classes), at);
    const all = [state.ends ?? [], ...state.moves.map((move) => move?.marks ?? [])].map((marks) => [...new Set(marks)]);
    if (all.some((marks) => marks.length > marksMax)) return undefined;
    const [ends, ...ofMoves] = all.map((marks) => marks.reduce((word, mark, n) => word | ((mark + 1) << (n * 8)), 0));
    table.set([state.ends === undefined ? 0 : 1, ends!], at + headWords - 2);
    for (const [cls, move] of state.moves.entries())
      table.set([move === undefined ? -1 : move.to * stateWords * 4, ofMoves[cls]!], at + headWords + cls * 2);
  }
  return table;
}

const bytesBelow = 0x30;

/** How to find the next byte that does not lead back to the state: the kernel's number of the search, and its bytes. */
function skipOf(state: OnePassState, index: number, classes: Uint8Array): readonly number[] {
  const stops: number[] = [];
  for (const [byte, cls] of classes.entries()) {
    const move = state.moves[cls];
    if (move?.to !== index || move.marks.length > 0) stops.push(byte);
  }
  const last = stops.at(-1);
  if (last === undefined || index === 0) return [0, 0, 0];
  if (stops.length === 1) return [1, last, 0];
  if (stops.length === 2) return [2, stops[0]!, last];
  return last < bytesBelow ? [3, last + 1, 0] : [0, 0, 0];
}
