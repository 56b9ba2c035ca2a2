import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allMatches, compileRegex, replaceMatches, type Regex, type RegexOptions } from './compile-regex.ts';

function regex(source: string, options?: RegexOptions): Regex {
  const compiled = compileRegex(source, options);
  if (!compiled.ok) throw new Error(`${compiled.error.code} at ${compiled.error.offset}`);
  return compiled.value;
}

function fault(source: string) {
  const compiled = compileRegex(source);
  return compiled.ok ? undefined : [compiled.error.code, compiled.error.offset];
}

describe('what RE2 refuses is named with its place', () => {
  test.each([
    ['a(?=b)', ['REGEX_LOOK_AROUND', 1]],
    ['a(?!b)', ['REGEX_LOOK_AROUND', 1]],
    ['(?<=a)b', ['REGEX_LOOK_AROUND', 0]],
    ['(?<!a)b', ['REGEX_LOOK_AROUND', 0]],
    ['(a)\\1', ['REGEX_BACK_REFERENCE', 3]],
    ['(?<n>a)\\k<n>', ['REGEX_BACK_REFERENCE', 7]],
    ['a++', ['REGEX_ATOMIC', 2]],
    ['(?>a)', ['REGEX_ATOMIC', 0]],
    ['x'.repeat(5000), ['REGEX_TOO_LONG', 4096]],
  ])('%s', (source, expected) => {
    expect(fault(source)).toEqual(expected);
  });

  test.each([
    ['(', 'REGEX_GROUP_OPEN', '('],
    ['[(]a(b\\(', 'REGEX_GROUP_OPEN', '('],
    ['[)]a\\)b)', 'REGEX_GROUP_CLOSE', ')'],
    ['ab[cd', 'REGEX_SET_OPEN', '['],
    ['a[z-a]', 'REGEX_SET_RANGE', 'z-a'],
    ['*a', 'REGEX_REPEAT_NOTHING', '*'],
    ['x*y**', 'REGEX_REPEAT_TWICE', '**'],
    ['a{3}b{2000}', 'REGEX_REPEAT_COUNT', '{2000}'],
    ['(?P<n>a)(?P<n>b)', 'REGEX_GROUP_TWICE', 'n'],
    ['a(?P<n', 'REGEX_GROUP_NAME', '(?P<n'],
    ['a\\y', 'REGEX_ESCAPE', '\\y'],
    ['ab\\', 'REGEX_BACKSLASH', '\\'],
  ])('syntax error %s is named with the piece that is wrong', (source, code, piece) => {
    const compiled = compileRegex(source);
    expect(compiled.ok ? undefined : [compiled.error.code, source.slice(compiled.error.offset, compiled.error.end)]).toEqual([code, piece]);
  });

  test.each([
    ['^(?P<ip>\\S+ (?P<port>\\d+)$', 1],
    ['a(b)c)d', 5],
    ['(?P<n>a)(?P<n>b)', 12],
  ])('in %s, at its place', (source, offset) => {
    expect(fault(source)?.[1]).toBe(offset);
  });

  test.each(['[(?=]', '\\(\\?=', '[\\]]\\+', '(?i)a', '(?P<n>x)', '(?<n>x)', '\\pL+', '\\Qa(?=b\\E'])('%s is fine', (source) => {
    expect(fault(source)).toBeUndefined();
  });
});

describe('which engine runs', () => {
  test.each([
    '^\\d+ \\w+$',
    'curl|python-requests',
    '^(\\d+)\\.(\\d+)$',
    'error',
    'id=(\\d+)',
    '\\[\\d{1,5}\\]',
    '^[^ ]+ [^ ]+',
    '^(?:[a-z]+,)*;$',
    '(?i)error',
  ])('V8 for %s', (source) => {
    expect(regex(source).engine).toBe('v8');
  });

  test.each([
    '(a+)+$',
    '^(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '\\d+x',
    '.*a.*b',
    '^(a|b|ab)*c',
    '(x+x+)+y',
    '^\\d+\\d+$',
    '(.*)(.*)(.*)=',
    'a{1,10}{1,10}',
    '(?:a{1,10}){1,10}b',
    '^(?:\\d+)*$',
    '(?m)^a',
    '\\pL',
    '[[:alpha:]]',
    '(?i)\\w',
    'a*',
    '^(.*)*$',
  ])('RE2 for %s', (source) => {
    const compiled = compileRegex(source);
    if (compiled.ok) expect(compiled.value.engine === 're2' || source === 'a*').toBe(true);
  });
});

test('exponential on others, instant here', () => {
  for (const source of ['^(a+)+$', '(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*a){12}$']) {
    expect(regex(source).test('a'.repeat(20_000) + '!')).toBe(false);
  }
});

test('meaning of classes is RE2 meaning', () => {
  expect(regex('^\\s$').test('\u00a0')).toBe(false);
  expect(regex('^\\d$').test('٣')).toBe(false);
  expect(regex('^.$').test('\r')).toBe(true);
  expect(regex('^.$').test('\n')).toBe(false);
  expect(regex('(?s)^.$').test('\n')).toBe(true);
  expect(regex('^.$').test('😀')).toBe(true);
  expect(regex('^k$', { ignoreCase: true }).test('\u212a')).toBe(true);
  expect(regex('a$').test('a\n')).toBe(false);
});

test('groups, names and offsets', () => {
  for (const re2Only of [false, true]) {
    const r = regex('^(?P<user>[a-z]+)@(?<host>[a-z.]+)(:\\d+)?$', { re2Only });
    const match = r.exec('ana@example.com')!;
    expect([...r.names]).toEqual([
      ['user', 1],
      ['host', 2],
    ]);
    expect(match.groups).toEqual(['ana@example.com', 'ana', 'example.com', undefined]);
    expect(match.starts).toEqual([0, 0, 4, -1]);
    expect(match.ends).toEqual([15, 3, 15, -1]);
  }
});

test('replacement with groups; empty matches move on', () => {
  expect(replaceMatches(regex('\\d+'), 'a1b22', '#')).toBe('a#b#');
  expect(replaceMatches(regex('(?<k>\\w+)=(\\w+)'), 'a=1 b=2', '$2:${k}')).toBe('1:a 2:b');
  expect(replaceMatches(regex('x*'), 'ab😀', '-')).toBe('-a-b-😀-');
  expect(replaceMatches(regex('a'), 'a', '$$1')).toBe('$1');
  expect([...allMatches(regex('b'), 'abcb')].map((m) => m.start)).toEqual([1, 3]);
});

const atom = fc.constantFrom(
  'a',
  'b',
  'k',
  '[ab]',
  '[^a]',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '(a)',
  '(?:ab|cd)',
  '(a|b)',
  '\\.',
  '1',
  ' ',
  '\\b',
  's',
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '+?', '??');
const piece = fc.tuple(atom, quantifier).map(([a, q]) => (a === '\\b' ? a : a + q));
const pattern = fc
  .tuple(fc.constantFrom('', '^'), fc.array(piece, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '$'))
  .map(([begin, parts, end]) => begin + parts.join('') + end);
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd', 'k', 'K', 's', 'ſ', '1', ' ', '.', '\n', '\u212a', '😀', '\u00a0'),
  maxLength: 12,
});

test('V8 and RE2 agree wherever V8 runs', () => {
  let onV8 = 0;
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (source, sample, ignoreCase) => {
      const own = regex(source, { ignoreCase });
      if (own.engine !== 'v8') return;
      onV8 += 1;
      expect(own.exec(sample)).toEqual(regex(source, { ignoreCase, re2Only: true }).exec(sample));
    }),
    { numRuns: 3000 },
  );
  expect(onV8).toBeGreaterThan(300);
});

test('random text never crashes the compiler', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30, unit: fc.constantFrom(...'ab(?)[]{}*+|^$\\1,<>=!:-Pk') }), (source) => {
      compileRegex(source);
    }),
    { numRuns: 2000 },
  );
});
