import { expect, test } from 'vitest';
import { asciiEnd, bindMemory, flipCase } from './platform.ts';

const memoryBytes = 65_536;

function boundBytes(): Uint8Array {
  const memory = new ArrayBuffer(memoryBytes);
  bindMemory(memory);
  return new Uint8Array(memory);
}

test('four bytes at a time does not change the case of other bytes, wherever a text begins and ends', () => {
  const bytes = boundBytes();
  for (const [fold, first] of [
    [0, 0x61],
    [0, 0x41],
    [0x20, 0x61],
  ] as const)
    for (let from = 0; from < 5; from++)
      for (let length = 0; length < 280; length += length < 12 ? 1 : 67) {
        for (let at = 0; at < 300; at++) bytes[at] = at;
        const expected = bytes.slice(0, 300).map((byte, at) => {
          const place = (byte | fold) - first;
          return at >= from && at < from + length && place >= 0 && place < 26 ? byte ^ 0x20 : byte;
        });
        flipCase(from, from + length, fold, first);
        expect(bytes.slice(0, 300)).toEqual(expected);
      }
});

test('four bytes at a time finds the first byte beyond ASCII at every place, and none behind the end', () => {
  const bytes = boundBytes();
  for (let from = 0; from < 5; from++)
    for (let end = from; end < 20; end++)
      for (let other = 0; other < 24; other++) {
        bytes.fill(0x7f, 0, 24);
        bytes[other] = 0x80;
        expect(asciiEnd(from, end)).toBe(other >= from && other < end ? other : end);
      }
});
