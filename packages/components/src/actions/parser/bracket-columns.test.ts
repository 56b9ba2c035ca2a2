import { expect, test } from 'vitest';
import { bracketColumns, type BracketPiece } from './bracket-columns.ts';

/** Pieces as a pattern shows them. */
function shown(open: string, texts: readonly string[]): string {
  const pieces = bracketColumns(open, texts);
  if (typeof pieces === 'string') return pieces;
  const write = (piece: BracketPiece) =>
    typeof piece === 'string' ? piece : `{${piece.name}${piece.type === '' ? '' : `:${piece.type}`}}`;
  return pieces.map(write).join('');
}

const cases: Readonly<Record<string, { readonly texts: readonly string[]; readonly pattern: string; readonly open?: string }>> = {
  'a number and a name': { texts: ['12 main', '7 pump0'], pattern: '{number:int} {context}' },
  'a label and its number': { texts: ['PID 12', 'PID 7'], pattern: 'PID {pid:int}' },
  'a label that a colon joins to its number': { texts: ['pid:12', 'pid:7'], pattern: 'pid:{pid:int}' },
  'labels and their numbers': { texts: ['pid 12:tid 140', 'pid 7:tid 139'], pattern: 'pid {pid:int}:tid {tid:int}' },
  'a label with a colon': { texts: ['MSGID: 100030', 'MSGID: 7'], pattern: 'MSGID: {msgid:int}' },
  'a label, its number and words': { texts: ['ID 80 kern.info', 'ID 7 auth.crit'], pattern: 'ID {id:int} {context}' },
  'a name and the number of its process': { texts: ['shop/4711', 'cart/4802'], pattern: '{context}/{number:int}' },
  'a word, a number and a group': { texts: ['shard 0:main', 'shard 1:stre'], pattern: 'shard {number:int}:{context}' },
  'cells between bars, the first a level': {
    texts: ['info |sea1|7 tide', 'debug|sea1|8 gate'],
    pattern: '{level:string(trim=true)}|{context}|{context}',
  },
  'words between colons, a level joined to the last': {
    texts: ['sea1: tide: tide.came:error', 'sea1: gate: gate.shut:info'],
    pattern: '{context}: {context}: {context}:{level}',
  },
  'a name with a number that may be one': { texts: ['worker 3', 'worker 4'], pattern: 'whole' },
  'a number and a name of a thread': { texts: ['31/T1', '34/Ta'], pattern: 'whole' },
  'a day and a clock': { texts: ['11-24|10:00:00.120', '11-24|10:00:01.120'], pattern: 'whole' },
  'a place in a source text': { texts: ['tide.c:7:come', 'gate.c:41:shut'], pattern: 'whole' },
  'a sentence with a colon in angles': { texts: ['Tide: came', 'Gate: shut: late'], open: '<', pattern: 'whole' },
  'columns of other forms in other lines': { texts: ['MSGID: 7', 'tide.c:7:come'], pattern: 'doubtful' },
  'as many bars as no other line has': { texts: ['info|sea1', 'info|sea1|7'], pattern: 'doubtful' },
  'values in brackets of their own': { texts: ['DATA=(NAME=a)(USER=b)', 'DATA=(NAME=c)'], pattern: 'doubtful' },
};

test.each(Object.entries(cases))('%s in brackets are not taken for another number of columns', (_name, { texts, pattern, open = '[' }) => {
  expect(shown(open, texts)).toBe(pattern);
});
