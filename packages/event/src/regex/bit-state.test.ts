import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => void vi.restoreAllMocks());

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

test('what is still to be tried has bounded room: past it RE2JS goes on, and in a run the steps end', () => {
  const source = `(?P<w>(?:${'x??'.repeat(1000)})*)[yz]`;
  const text = 'x'.repeat(6000);
  const state = BitState.of(RE2JS.compile(source))!;
  expect(state.fits(text, 0)).toBe(true);
  expect(state.exec(text, 0, () => undefined)).toBe('tooDeep');
  const compiled = compileRegex(source);
  if (!compiled.ok) throw new Error(compiled.error.code);
  const regex = compiled.value;
  expect(() => stepsOf(() => regex.exec(text.repeat(5)))).toThrow('EXPR_LIMIT');
  expect(regex.exec(`${text}y`)?.ends).toEqual([6001, 6000]);
});

test('a set that a repetition copies many times is not written out for each look at it', () => {
  const re2 = RE2JS.compile(`(?:${String.raw`\pL?`.repeat(20)}){0,40}1`);
  const join = vi.spyOn(Object.getPrototypeOf(Int32Array.prototype) as Int32Array, 'join');
  expect([...BitState.of(re2)!.exec('é1', 0, () => undefined)!]).toEqual([0, 2]);
  const written = join.mock.contexts.reduce<number>((sum, of) => sum + (of as Int32Array).length, 0);
  expect(written).toBeLessThan(50_000);
});

test('long literals are not searched for as a whole, which takes time text × literal', () => {
  const literal = `${'a'.repeat(300)}b${'a'.repeat(300)}`;
  const searches = [vi.spyOn(String.prototype, 'indexOf'), vi.spyOn(String.prototype, 'includes')];
  for (const source of [`${literal}(?:z?z?)*c`, `(?:z?z?)*x?${literal}c`]) {
    const state = BitState.of(RE2JS.compile(source))!;
    for (const spy of searches) spy.mockClear();
    const other = state.exec('a'.repeat(700), 0, () => undefined);
    const found = state.exec(`a${literal}c`, 0, () => undefined);
    const longest = Math.max(...searches.flatMap(({ mock }) => mock.calls.map(([searched]) => String(searched).length)));
    expect(longest).toBeLessThan(256);
    expect([found && [...found], other]).toEqual([[1, 603], undefined]);
  }
});

test('groups and the characters searched for what a match holds count', () => {
  const exec = (source: string, text: string): number => {
    const compiled = compileRegex(source, { re2Only: true });
    if (!compiled.ok) throw new Error(compiled.error.code);
    return stepsOf(() => compiled.value.exec(text));
  };
  expect(exec(`(a)${'()'.repeat(1000)}`, 'a')).toBeGreaterThan(8000);
  expect(exec('(?:q?q?)*(?:error|failed)', 'x'.repeat(100_000))).toBeGreaterThan(100_000);
  expect(exec('(?:q?q?)*error', 'x'.repeat(100_000))).toBeGreaterThan(40_000);
});

test('a pattern that is prepared builds nothing at the first text', () => {
  const grok = compileGrok('%{COMBINEDAPACHELOG}');
  if (!grok.ok) throw new Error(grok.error.code);
  const build = vi.spyOn(BitState, 'of');
  grok.value.prepare();
  expect(build).toHaveBeenCalledTimes(1);
  expect(grok.value.parse(accessLine('a')).ok).toBe(true);
  expect(build).toHaveBeenCalledTimes(1);
});
