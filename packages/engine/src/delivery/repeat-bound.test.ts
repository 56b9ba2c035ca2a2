import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RepeatBound } from './repeat-bound.ts';

test('whatever is sent, delivered and committed in any order: never more at risk than two batches', () => {
  const step = fc.constantFrom('send', 'deliver', 'fail', 'collect', 'commit');
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 200 }),
      fc.constantFrom(1, 3, 100, 1000),
      fc.constantFrom(1, 2, 4),
      (steps, size, concurrency) => {
        const bound = new RepeatBound(size, concurrency);
        const max = Math.max(200, size * Math.max(2, concurrency));
        const underWay: number[] = [];
        let delivered = 0;
        let collected = 0;
        for (const each of steps) {
          if (each === 'send' && bound.admits(size)) {
            underWay.push(size);
            bound.sent(size);
          } else if (each === 'deliver' && underWay.length > 0) {
            delivered += underWay.pop()!;
            bound.delivered(size);
            bound.ended(size);
          } else if (each === 'fail' && underWay.length > 0) {
            underWay.pop();
            bound.ended(size);
          } else if (each === 'collect') {
            collected += delivered;
            delivered = 0;
            bound.collected();
          } else if (each === 'commit') {
            collected = 0;
            bound.committed();
          }
          const atRisk = underWay.length * size + delivered + collected;
          expect(atRisk).toBeLessThanOrEqual(max);
          expect(bound.admits(size)).toBe(atRisk === 0 || atRisk + size <= max);
        }
      },
    ),
  );
});

test('a batch larger than the bound is sent alone, not never', () => {
  const bound = new RepeatBound(10, 1);
  expect(bound.admits(5000)).toBe(true);
  bound.sent(5000);
  expect(bound.admits(1)).toBe(false);
});
