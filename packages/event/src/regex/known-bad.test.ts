import { expect, test } from 'vitest';
import { compileRegex } from './compile-regex.ts';

/** What is repeated, with a text it takes. */
const atoms = [
  ['a', 'a'],
  ['\\d', '1'],
  ['\\w', 'a'],
  ['[a-z]', 'z'],
  ['.', 'a'],
  ['(a|b)', 'ab'],
  ['(a|a)', 'a'],
  ['(a|ab)', 'ab'],
  ['\\s', ' '],
  ['[^x]', 'y'],
  ['(a?)', 'a'],
] as const;

/** Shapes that take exponential or high polynomial time where a matcher goes back. */
const shapes: readonly ((atom: string) => string)[] = [
  (x) => `(${x}+)+$`,
  (x) => `^(${x}+)+$`,
  (x) => `(${x}*)*$`,
  (x) => `^(${x}*)*!?;$`,
  (x) => `(${x}+)*;`,
  (x) => `(${x}|${x})*;`,
  (x) => `(${x}|${x}${x})+$`,
  (x) => `${x}*${x}*${x}*${x}*${x}*;`,
  (x) => `.*${x}.*${x}.*${x};`,
  (x) => `(${x}+${x}+)+;`,
  (x) => `((${x}+)+)+;`,
  (x) => `(${x}{1,10}){1,10};`,
  (x) => `(${x}{0,20}){0,20}$`,
  (x) => `(${x}?){25}${x}{25};`,
  (x) => `^(${x}+,?)+;$`,
  (x) => `(.*)(${x}+)(.*);`,
  (x) => `^((${x}+)-?)*;$`,
  (x) => `(?=${x}+)+;`,
  (x) => `(${x}+)\\1+;`,
  (x) => `(?<!${x}+);`,
];

const cases = atoms.flatMap(([atom, text]) => shapes.map((shape) => ({ source: shape(atom), text })));
const bytes = 4 * 1024;
const manyBytes = 64 * 1024;

test(`${cases.length} known bad patterns: refused with a reason, or done in time that grows with the text`, () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  let refused = 0;
  for (const [index, { source, text }] of cases.entries()) {
    const compiled = compileRegex(source);
    if (!compiled.ok) {
      refused++;
      continue;
    }
    const length = index % shapes.length === 0 ? manyBytes : bytes;
    expect(typeof compiled.value.test(`${text.repeat(length / text.length)}!`)).toBe('boolean');
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(cases.length / 2);
});
