import type { TimeMove, TimeMoves, TimePart } from '@acequia/event';
import type { Kernels } from './kernels.ts';

/** Numbers of the moves in the kernel. */
const moveNumbers: Readonly<Record<TimeMove['do'], number>> = {
  text: 0,
  digits: 1,
  name: 2,
  year2: 3,
  'blank-day': 4,
  zone: 5,
  'zone-minutes': 6,
  'zone-name': 7,
  halves: 8,
  'date-end': 9,
  decimals: 10,
  fraction: 11,
};
const partNumbers: Readonly<Record<TimePart, number>> = { year: 0, month: 1, day: 2, hour: 3, hour12: 4, minute: 5, second: 6, none: 7 };

const moveWords = 4;

/** A table of texts: where each lies, its length, and a number of its own where it has one. −1: no room. */
export function textTable(kernels: Kernels, texts: readonly string[], numbers?: readonly number[]): number {
  const width = numbers === undefined ? 2 : 3;
  const at = kernels.region(texts.length * width * 4);
  if (at < 0) return -1;
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.from(text);
    const own = kernels.copyIn(bytes);
    if (own < 0) return -1;
    kernels.words.set([own, bytes.length, ...(numbers === undefined ? [] : [numbers[index]!])], (at >> 2) + index * width);
  }
  return at;
}

/** The moves of a time, one after the other. −1: no room. */
export function timeMoveWords(kernels: Kernels, { moves }: TimeMoves): number {
  const at = kernels.region(moves.length * moveWords * 4);
  if (at < 0) return -1;
  for (const [index, move] of moves.entries()) {
    const words = wordsOf(kernels, move);
    if (words.includes(-1)) return -1;
    kernels.words.set([moveNumbers[move.do], ...words], (at >> 2) + index * moveWords);
  }
  return at;
}

function wordsOf(kernels: Kernels, move: TimeMove): readonly number[] {
  switch (move.do) {
    case 'text': {
      const bytes = Buffer.from(move.text);
      return [kernels.copyIn(bytes), bytes.length, 0];
    }
    case 'digits':
      return [move.min, move.max, partNumbers[move.part]];
    case 'fraction':
      return [move.min, move.max, 0];
    case 'name': {
      const texts = move.names.map(([name]) => name);
      const numbers = move.names.map(([, number]) => number);
      return [textTable(kernels, texts, numbers), texts.length, partNumbers[move.part]];
    }
    default:
      return [0, 0, 0];
  }
}
