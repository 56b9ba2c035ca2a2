import { expect, test } from 'vitest';
import { LineFrames } from './line-frames.ts';

test('half a line: every pair of cuts gives the same lines', () => {
  const text = new TextEncoder().encode('one\r\n\ntwo ñ\n\r\nlast');
  for (let first = 0; first <= text.length; first += 1) {
    for (let second = first; second <= text.length; second += 1) {
      const lines = new LineFrames();
      const found: string[] = [];
      let empties = 0;
      const take = ({ bytes, ranges, count, empty }: ReturnType<LineFrames['push']>) => {
        empties += empty;
        for (let i = 0; i < count; i += 1)
          found.push(new TextDecoder().decode(bytes.subarray(ranges[2 * i]!, ranges[2 * i]! + ranges[2 * i + 1]!)));
      };
      take(lines.push(text.subarray(0, first)));
      take(lines.push(text.subarray(first, second)));
      take(lines.push(text.subarray(second)));
      take(lines.end());
      expect([found, empties]).toEqual([['one', 'two ñ', 'last'], 2]);
    }
  }
});
