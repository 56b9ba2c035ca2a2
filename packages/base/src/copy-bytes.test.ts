import { expect, test } from 'vitest';
import { copyBytes } from './copy-bytes.ts';

const ways = {
  'own to own': [ArrayBuffer, ArrayBuffer],
  'own to shared': [ArrayBuffer, SharedArrayBuffer],
  'shared to own': [SharedArrayBuffer, ArrayBuffer],
  'shared to shared': [SharedArrayBuffer, SharedArrayBuffer],
} as const;

test.each(Object.keys(ways) as (keyof typeof ways)[])('%s: these bytes and no others are written, whatever the lengths', (way) => {
  const [Source, Target] = ways[way];
  for (const length of [0, 1, 15, 16, 300, 70_001]) {
    const whole = new Uint8Array(new Source(length + 7));
    for (let at = 0; at < whole.length; at++) whole[at] = (at * 31 + 1) & 0xff;
    const source = whole.subarray(3, 3 + length);
    const target = new Uint8Array(new Target(length + 20), 2, length + 10).fill(0xee);
    copyBytes(target, 5, source);
    const expected = new Uint8Array(length + 10).fill(0xee);
    expected.set(source, 5);
    expect(Buffer.from(target).equals(Buffer.from(expected)), String(length)).toBe(true);
  }
});

test.each(Object.keys(ways) as (keyof typeof ways)[])('%s: what does not fit is refused', (way) => {
  const [Source, Target] = ways[way];
  const target = new Uint8Array(new Target(20), 0, 10);
  expect(() => copyBytes(target, 6, new Uint8Array(new Source(5)))).toThrow(RangeError);
  expect(target.every((byte) => byte === 0)).toBe(true);
});
