import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSkip, isSkipped, type SkipRanges } from './skip-ranges.ts';

test('a block is given up exactly when one of the ranges added held it', () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat(10)).map(([from, more]) => [from, from + more] as const);
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (added) => {
      const ranges = added.reduce<SkipRanges>((all, [from, to]) => addSkip(all, from, to), []);
      for (let block = 1; block <= 75; block++)
        expect([block, isSkipped(ranges, block)]).toEqual([block, added.some(([from, to]) => from <= block && block <= to)]);
      for (const [place, [from, to]] of ranges.entries()) {
        expect(to).toBeGreaterThanOrEqual(from);
        if (place > 0) expect(from).toBeGreaterThan(ranges[place - 1]![1] + 1);
      }
    }),
  );
});
