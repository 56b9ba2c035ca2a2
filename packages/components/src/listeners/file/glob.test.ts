import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasDeadForm, matchesGlob, mayHold, parseGlob } from './glob.ts';

const matches = (glob: string, path: string) => matchesGlob(parseGlob(glob)!, path);

/** The meaning of a glob word by word, without regard for time. */
function naiveName(part: string, name: string): boolean {
  const [sign, rest] = [part[0], part.slice(1)];
  if (sign === undefined) return name === '';
  if (sign === '*') return Array.from({ length: name.length + 1 }, (_, skip) => skip).some((skip) => naiveName(rest, name.slice(skip)));
  if (name === '') return false;
  if (sign === '?') return naiveName(rest, name.slice(1));
  if (sign === '[') {
    const set = part.slice(1, part.indexOf(']'));
    const found = set.startsWith('!') ? !set.includes(name[0]!) : set.includes(name[0]!);
    return found && naiveName(part.slice(part.indexOf(']') + 1), name.slice(1));
  }
  return sign === name[0] && naiveName(rest, name.slice(1));
}

function naivePath(parts: readonly string[], names: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return names.length === 0;
  if (part === '**') return Array.from({ length: names.length + 1 }, (_, skip) => skip).some((skip) => naivePath(rest, names.slice(skip)));
  const [name] = names;
  if (name === undefined || (/^[*?[]/.test(part) && name.startsWith('.'))) return false;
  return naiveName(part, name) && naivePath(rest, names.slice(1));
}

const part = fc.oneof(
  { weight: 1, arbitrary: fc.constant('**') },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom('a', 'b', '.', 'é', '*', '?', '[ab]', '[!a]', '*a'), { minLength: 1, maxLength: 6 })
      .map((signs) => signs.join('').replaceAll(/\*+/g, '*')),
  },
);
const name = fc.array(fc.constantFrom('a', 'a', 'b', '.', 'é'), { minLength: 1, maxLength: 6 }).map((chars) => chars.join(''));

describe('globs of a file listener', () => {
  test('mean what they say', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.array(name, { minLength: 1, maxLength: 6 }), (parts, names) => {
        fc.pre(parts.every((each) => each !== '.' && each !== '..'));
        const glob = parseGlob(`/${parts.join('/')}`)!;
        expect(matchesGlob(glob, `/${names.join('/')}`)).toBe(naivePath(parts, names));
      }),
      { numRuns: 3000 },
    );
  });

  test('a folder may hold what fits below it', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.array(name, { minLength: 1, maxLength: 5 }), (parts, names) => {
        fc.pre(parts.every((each) => each !== '.' && each !== '..') && naivePath(parts, names));
        const glob = parseGlob(`/${parts.join('/')}`)!;
        const base = glob.base === '/' ? 0 : glob.base.split('/').length - 1;
        for (let depth = base + 1; depth < names.length; depth++) expect(mayHold(glob, names.slice(base, depth))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['stars', `/r/${'*a'.repeat(6)}b`, `/r/${'a'.repeat(60)}`],
    ['stars and question marks', `/r/${'*?'.repeat(6)}Z`, `/r/${'a'.repeat(60)}`],
    ['folders', `/r/${'**/'.repeat(8)}x`, `/r/${'a/'.repeat(30)}y`],
  ])('one name never stops the worker: %s', (_, glob, path) => {
    const begin = performance.now();
    expect(matches(glob, path)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(200);
  });

  test.each(['/r/[.][.]/x/*', '/r/[.]/x', '/r/[..]/x', '/r/.[.]/x', '/r/[.-.]hidden', '/r/{..,x}/y/*', '/r/{a,.}/y', '/r/{,a}/y'])(
    '%s finds nothing by one of its readings, and that is known before it runs',
    (glob) => {
      expect(hasDeadForm(parseGlob(glob)!)).toBe(true);
    },
  );

  test.each(['/r/[.a][.]/x', '/r/[!a]', '/r/...', '/r/.[.]x', '/r/{a,b}.log', '/r/{,a}x', '/r/**/.x', '/r/?', '/r/.*'])(
    '%s may find something',
    (glob) => {
      expect(hasDeadForm(parseGlob(glob)!)).toBe(false);
    },
  );

  test('sets, ranges and braces', () => {
    expect(matches('/r/[a-c]x', '/r/bx')).toBe(true);
    expect(matches('/r/[!a-c]x', '/r/bx')).toBe(false);
    expect(matches('/r/[^a]x', '/r/bx')).toBe(true);
    expect(matches('/r/[]a]x', '/r/]x')).toBe(true);
    expect(matches('/r/[a-]x', '/r/-x')).toBe(true);
    expect(matches('/r/{a,b/c}*.log', '/r/b/c1.log')).toBe(true);
    expect(parseGlob('/r/[c-a]')).toBeUndefined();
    expect(parseGlob('/r/[ab')).toBeUndefined();
    expect(parseGlob('/r/{a,b')).toBeUndefined();
  });
});
