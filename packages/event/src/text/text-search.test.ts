import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findText, splitAt } from './find-text.ts';
import { likeMatcher } from './like-matcher.ts';

const free = () => undefined;
const letters = (maxLength: number, ...more: readonly string[]) =>
  fc.string({ unit: fc.constantFrom('a', 'a', 'a', 'b', ...more), maxLength });

/** What a pattern means, sign by sign, without regard for time. */
function naiveLike(pattern: readonly string[], text: readonly string[]): boolean {
  const [sign, ...rest] = pattern;
  if (sign === undefined) return text.length === 0;
  if (sign === '*') return Array.from({ length: text.length + 1 }, (_, skip) => skip).some((skip) => naiveLike(rest, text.slice(skip)));
  if (text.length === 0) return false;
  if (sign === '?') return naiveLike(rest, text.slice(1));
  if (sign === '\\' && rest.length > 0) return rest[0] === text[0] && naiveLike(rest.slice(1), text.slice(1));
  return sign === text[0] && naiveLike(rest, text.slice(1));
}

describe('a search through a text', () => {
  test('finds what the host finds', () => {
    fc.assert(
      fc.property(letters(200, 'ñ'), letters(40), fc.nat(220), (text, part, from) => {
        expect(findText(text, part, from)).toBe(text.indexOf(part, from));
        expect(splitAt(text, part)).toEqual(text.split(part));
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(letters(100), fc.nat(80), fc.integer({ min: 9, max: 60 }), (text, at, length) => {
        const part = text.slice(at, at + length);
        expect(findText(text, part)).toBe(text.indexOf(part));
      }),
      { numRuns: 3000 },
    );
  });

  test('a pattern with * and ? means what it says', () => {
    fc.assert(
      fc.property(letters(12, '*', '?', '?', '\\', 'ñ', '😀'), letters(12, 'ñ', '😀', '*', '\\'), (pattern, text) => {
        expect(likeMatcher(pattern)(text, free)).toBe(naiveLike([...pattern], [...text]));
      }),
      { numRuns: 10_000 },
    );
  });

  test('takes time in proportion to the text, not to text times part', () => {
    const text = 'a'.repeat(1_000_000);
    const part = `${'a'.repeat(2000)}b${'a'.repeat(2000)}`;
    const begin = performance.now();
    expect(findText(text, part)).toBe(-1);
    expect(splitAt(text, part)).toHaveLength(1);
    expect(likeMatcher(`*${part}*`)(text, free)).toBe(false);
    expect(likeMatcher(`*${'?'.repeat(2000)}${part}`)(text, free)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});
