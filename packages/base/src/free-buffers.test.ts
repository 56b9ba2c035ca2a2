import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FreeBuffers } from './free-buffers.ts';

test('buffers of a size that nobody asks for any more do not keep out those that are', () => {
  const free = new FreeBuffers<ArrayBuffer>(1000);
  for (let n = 0; n < 10; n++) free.give(new ArrayBuffer(100));
  expect(free.take(250)).toBeUndefined();
  const later = Array.from({ length: 4 }, () => new ArrayBuffer(250));
  for (const buffer of later) free.give(buffer);
  const again = Array.from({ length: 4 }, () => free.take(250));
  expect(new Set(again)).toEqual(new Set(later));
});

test('no buffer is given out twice, of another size, or kept above the bound', () => {
  const bytesMax = 2000;
  const size = fc.constantFrom(100, 200, 400, 800, 3000);
  const step = fc.oneof(fc.record({ take: size }), fc.record({ give: size }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const free = new FreeBuffers<ArrayBuffer>(bytesMax);
      const lying = new Set<ArrayBuffer>();
      for (const each of steps) {
        if ('give' in each) {
          const buffer = new ArrayBuffer(each.give);
          lying.add(buffer);
          free.give(buffer);
        } else {
          const found = free.take(each.take);
          if (found) expect(found.byteLength).toBe(each.take);
          if (found) expect(lying.delete(found)).toBe(true);
        }
        expect(free.bytes).toBeLessThanOrEqual(bytesMax);
      }
    }),
  );
});
