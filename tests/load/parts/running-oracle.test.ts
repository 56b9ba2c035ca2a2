import { expect, test } from 'vitest';
import { RunningOracle, type StreamVerdict } from './running-oracle.ts';

const fine: StreamVerdict = { lost: 0, duplicates: 0, disordered: 0, wrong: 0 };

/** Of key `a`, of which five were sent and acknowledged, when these arrive. */
function verdictOf(...numbers: readonly number[]): StreamVerdict {
  const oracle = new RunningOracle();
  for (const number of numbers) oracle.receive('a', number, true);
  return oracle.judge(new Map([['a', 5]]), new Map([['a', 5]]));
}

test.each<[string, readonly number[], Partial<StreamVerdict>]>([
  ['all in order', [0, 1, 2, 3, 4], {}],
  ['one in the middle is lost', [0, 1, 3, 4], { lost: 1 }],
  ['the last ones are lost', [0, 1, 2], { lost: 2 }],
  ['nothing arrives', [], { lost: 5 }],
  ['two change places', [0, 2, 1, 3, 4], { disordered: 1 }],
  ['a batch is repeated', [0, 1, 2, 1, 2, 3, 4], { duplicates: 2 }],
  ['one that was late is repeated', [0, 2, 1, 1, 3, 4], { disordered: 1, duplicates: 1 }],
  ['one that nobody sent', [0, 1, 2, 3, 4, 5], { wrong: 1 }],
])('%s', (_what, numbers, expected) => {
  expect(verdictOf(...numbers)).toEqual({ ...fine, ...expected });
});

test('other content, a key nobody sent, and no number at all are wrong, and stand for nothing that is owed', () => {
  const oracle = new RunningOracle();
  oracle.receive('a', 0, false);
  oracle.receive('a', Number.NaN, true);
  oracle.receive('b', 0, true);
  expect(oracle.judge(new Map([['a', 1]]), new Map([['a', 1]]))).toEqual({ ...fine, lost: 1, wrong: 3 });
});

test('what was sent and not acknowledged may arrive or not', () => {
  const oracle = new RunningOracle();
  oracle.receive('a', 0, true);
  expect(oracle.judge(new Map([['a', 2]]), new Map([['a', 1]]))).toEqual(fine);
  oracle.receive('a', 1, true);
  expect(oracle.judge(new Map([['a', 2]]), new Map([['a', 1]]))).toEqual(fine);
});
