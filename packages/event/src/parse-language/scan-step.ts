import type { TimeMoves } from '../time/time-moves.ts';

/**
 * One move over a text that needs to know nothing but its bytes. Moves set the value read last; the later kinds change it.
 * `until…` stop where what they look for begins, `rest` takes all that is left, `take` a number of characters, `set` characters
 * of a set, `past` goes to the text and `behind` behind it, `repeat` over as many of the text as there are. `try` begins a
 * branch: when a step in it fails, reading goes on at `to` from where it stood, and its outputs are null; `done` ends one.
 * `null-text` makes a value null, `trim`, `bool` and `as-…` change what it is.
 */
export type ScanMove =
  | 'literal'
  | 'until'
  | 'until-any'
  | 'until-blank'
  | 'rest'
  | 'take'
  | 'integer'
  | 'float'
  | 'word'
  | 'quoted'
  | 'ip'
  | 'time'
  | 'set'
  | 'blanks'
  | 'newline'
  | 'past'
  | 'behind'
  | 'repeat'
  | 'try'
  | 'done'
  | 'null-text'
  | 'trim'
  | 'bool'
  | 'as-integer'
  | 'as-float'
  | 'as-time';

export interface ScanStep {
  readonly do: ScanMove;
  /** What is looked for, what stands for null, the characters of a set, or the words for true. */
  readonly texts: readonly string[];
  /** The words for false. */
  readonly others: readonly string[];
  /** Number of the field that gets the value read last; −1: none. */
  readonly output: number;
  readonly min: number;
  readonly max: number;
  /** Step where a failed branch goes on, and where a branch goes that is done. */
  readonly to: number;
  /** Of a branch: the fields it may set, from the first to before the second. */
  readonly outputs: readonly [number, number];
  readonly time: TimeMoves | undefined;
}

export const moving = (how: ScanMove, more: Partial<ScanStep> = {}): ScanStep => ({
  do: how,
  texts: [],
  others: [],
  output: -1,
  min: 0,
  max: 0,
  to: 0,
  outputs: [0, 0],
  time: undefined,
  ...more,
});

// oxlint-disable-next-line no-control-regex -- all of ASCII
export const isAsciiText = (text: string): boolean => /^[\x00-\x7f]+$/.test(text);
