import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { boundSteps, stepsLeft } from '../expression/steps.ts';
import { compileGrok } from '../shapes/grok.ts';
import { BitState } from './bit-state.ts';
import { compileRegex } from './compile-regex.ts';

const atoms =
  'a b [ab] [^a] . \\d \\w \\s (?:ab|cd) (a|b) (a|) (|a) () (a*) (b?) \\B \\b é 😀 [é-ü] [^é] \\pL \\PL [[:alpha:]] (?i:K) (?i:é) (?s:.) (?m:^) (?m:$) ^ $ \\z';
const atom = fc.constantFrom(...atoms.split(' '));
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?', '??', '{0,2}?', '{0}');
const simple = fc.tuple(atom, quantifier).map(([body, times]) => (/^(?:\\[bBz]|[$^])$/.test(body) ? body : body + times));
const row = (part: fc.Arbitrary<string>) => fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
const groupOf = (part: fc.Arbitrary<string>) =>
  fc.oneof(
    simple,
    fc.tuple(row(part), quantifier).map(([body, times]) => `(${body})${times}`),
    fc.tuple(row(part), row(part), quantifier).map(([one, other, times]) => `(${one}|${other})${times}`),
  );
const pattern = row(groupOf(groupOf(simple)));
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd', 'k', 'K', 's', 'ſ', '1', ' ', '.', '\n', '\u212a', '😀', 'é', 'É', '\ud83d', '\ude00', '_'),
  maxLength: 12,
});

/** Positions of all groups as RE2JS finds them. */
function theirs(re2: RE2JS, sample: string, from: number): readonly number[] | undefined {
  const matcher = re2.matcher(sample);
  if (!matcher.find(from)) return undefined;
  const groups = Array.from({ length: re2.groupCount() + 1 }, (_, group) => group);
  return groups.flatMap((group) => (matcher.start(group) < 0 ? [-1, -1] : [matcher.start(group), matcher.end(group)]));
}

test('finds the match and the groups that RE2JS finds', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.constantFrom('', '(?i)', '(?s)', '(?m)'), pattern, text, fc.nat({ max: 3 }), (flags, source, sample, skip) => {
      const re2 = RE2JS.compile(flags + source);
      const from = Math.min(skip, sample.length);
      const own = BitState.of(re2)!.exec(sample, from, () => undefined);
      if (own !== undefined) found += 1;
      expect(own && [...own]).toEqual(theirs(re2, sample, from));
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(500);
});

test('a run broken off leaves nothing to the next', () => {
  const state = BitState.of(RE2JS.compile('(?:(a|b)*c)*d'))!;
  const sample = `${'ab'.repeat(20_000)}d`;
  const breakOff = () => {
    throw new Error('no more');
  };
  expect(() => state.exec(sample, 0, breakOff)).toThrow('no more');
  expect([...state.exec('abcd', 0, () => undefined)!]).toEqual([0, 4, 1, 2]);
});

const stepsOf = (work: () => unknown): number =>
  boundSteps(() => {
    const before = stepsLeft();
    work();
    return before - stepsLeft();
  });

const accessLine = (path: string): string =>
  `203.0.113.7 - ana [27/Nov/2026:22:17:01 +0000] "GET /${path} HTTP/1.1" 200 5123 "https://example.com/a?b=c" "Mozilla/5.0 (X11)"`;

test.each([
  ['blanks written out', '%20'.repeat(300)],
  ['letters', 'a'.repeat(1000)],
  ['digits and points', '1.2.'.repeat(250)],
])('an access line of 1,100 characters with %s takes a few steps for each', (_, path) => {
  const grok = compileGrok('%{COMBINEDAPACHELOG}');
  if (!grok.ok) throw new Error(grok.error.code);
  const line = accessLine(path);
  let found = false;
  const steps = stepsOf(() => (found = grok.value.parse(line).ok));
  expect(found).toBe(true);
  expect(steps).toBeLessThan(line.length * 5);
});

test('what a program does for each character counts, and ends with the steps of the run', () => {
  const compiled = compileRegex('(?P<y>(?i)(z{0,300}z{0,300}z{0,300}k?)*[0-9])');
  if (!compiled.ok) throw new Error(compiled.error.code);
  const regex = compiled.value;
  const short = stepsOf(() => regex.exec(`${'z'.repeat(1000)}é1`));
  expect(short).toBeGreaterThan(1000 * 900);
  expect(() => stepsOf(() => regex.exec(`${'z'.repeat(100_000)}é1`))).toThrow('EXPR_LIMIT');
});
