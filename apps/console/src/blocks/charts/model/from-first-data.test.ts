import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFirstData } from './from-first-data.ts';

const day = (first: number, value = 5) => Array.from({ length: 48 }, (_, index) => (index >= first ? value : 0));

test('what began lately is drawn from its first data on, all lines from the same moment', () => {
  expect(fromFirstData([day(30), day(40)])).toEqual([day(30).slice(30), day(40).slice(30)]);
  expect(fromFirstData([day(47)])).toEqual([[5]]);
});

test('a day with data from its first quarter on is drawn whole, as is one without any', () => {
  for (const lines of [[day(0)], [day(11), day(40)], [day(48)], [], [[]], [[3]]]) expect(fromFirstData(lines)).toEqual(lines);
});

test('nothing but empty time at the beginning is ever left out', () => {
  const line = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 7), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.array(line, { maxLength: 3 }), (zeros, ends) => {
      const length = Math.max(0, ...ends.map((end) => end.length));
      const lines = ends.map((end) => [...Array<number>(zeros).fill(0), ...Array<number>(length - end.length).fill(0), ...end]);
      const cut = fromFirstData(lines);
      for (const [index, shown] of cut.entries()) {
        const left = lines[index]!.length - shown.length;
        expect(lines[index]!.slice(left)).toEqual(shown);
        expect(lines[index]!.slice(0, left).every((value) => value === 0)).toBe(true);
        expect(shown.length).toBe(cut[0]!.length);
      }
    }),
  );
});
