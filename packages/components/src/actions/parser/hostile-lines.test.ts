import { expect, test } from 'vitest';
import { countSteps, withStepLimit } from '../../testing/regex-steps.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** Steps of one search; a pattern that tries every way takes 2 ** 40 on 40 characters. */
const stepsMax = 2 ** 24;
/** What such lines consist of: signs that patterns stop at, and beginnings of what they look for. */
const pieces = [
  'a',
  '0',
  ' ',
  '.',
  ':',
  '::a',
  'a.',
  'a.b ',
  'a=b ',
  'a=b, ',
  'a="b", ',
  '="',
  "='",
  '"',
  '\\"',
  '[',
  '[a.',
  '[1]',
  '(',
  ' (a.b',
  '{',
  '<a> ',
  'a - ',
  '-',
  ',',
  'a, b: ',
  'a|',
  'a;',
  'a/',
  '1.',
  '0x',
  '2026-11-24 ',
];
/** The longest lines that a header is looked for in, and those that formats are. */
const forms = [
  { head: '2026-11-24 10:00:00 INFO ', length: 4000 },
  { head: '', length: 64 * 1024 },
];

/** Two lines of a piece over and over, which end in what does not fit. */
const linesOf = (piece: string, head: string, length: number): string[] =>
  ['!', ' x'].map((end) => head + piece.repeat(length / piece.length - 1) + end);

test('the steps of a pattern that goes back are counted, and stopped where they are too many', () => {
  const text = `${'a'.repeat(40)}!`;
  expect(countSteps(/^(?:a+)+$/, text, 0, stepsMax)).toBe(stepsMax + 1);
  expect(countSteps(/a+b/y, text, 0, stepsMax)).toBeLessThan(text.length * 4);
  expect(() => withStepLimit(1000, () => /^(?:a+)+$/.test(text))).toThrow('(?:a+)+');
  expect(withStepLimit(1000, () => text.replaceAll(/a(?!a)/g, 'b').match(/b(?<=b)!$/)?.[0])).toBe('b!');
});

test.each(pieces)('lines of %j take no pattern more steps than it may', (piece) => {
  for (const { head, length } of forms)
    expect(() => withStepLimit(stepsMax, () => proposeParser(linesOf(piece, head, length))), head).not.toThrow();
  expect(() => withStepLimit(stepsMax, () => proposePattern(linesOf(piece, '', 1900)))).not.toThrow();
});
