import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWatchedEnds, type WatchedEnd } from './watched-ends.ts';

test('whatever is watched, ended and closed in whatever order, only what is still watched is held', () => {
  const step = fc.tuple(fc.constantFrom('watch', 'end', 'close', 'close twice'), fc.constantFrom('a', 'b', 'c'), fc.nat(5));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ends = createWatchedEnds();
      const open: { readonly id: string; readonly end: WatchedEnd }[] = [];
      for (const [what, id, at] of steps) {
        if (what === 'watch') open.push({ id, end: ends.watch(id) });
        else if (what === 'end') {
          ends.end(id, new Error(id));
          for (const each of open.filter((one) => one.id === id)) expect(each.end.signal.aborted).toBe(true);
        } else {
          const [closed] = open.splice(at, 1);
          closed?.end.close();
          if (what === 'close twice') closed?.end.close();
        }
        expect(ends.size).toBe(new Set(open.filter(({ end }) => !end.signal.aborted).map((one) => one.id)).size);
      }
    }),
  );
});
