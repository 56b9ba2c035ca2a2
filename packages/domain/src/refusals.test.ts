import { refusalAddressesMax, type RefusalCount } from '@acequia/base';
import { expect, test } from 'vitest';
import { alarmingRefusals, joinRefusals } from './refusals.ts';

const of = (reason: RefusalCount['reason'], count: number, ...addresses: [string, number][]): RefusalCount => ({
  reason,
  count,
  recent: count,
  addresses: addresses.map(([address, each]) => ({ address, count: each })),
});

test('what two workers refused adds up by reason and address', () => {
  const a = [of('credentials', 3, ['10.0.0.7', 2], ['10.0.0.9', 1]), of('tls', 1, ['10.0.0.7', 1])];
  const b = [of('tls', 9, ['10.0.0.8', 5], ['10.0.0.7', 1]), of('credentials', 4, ['10.0.0.9', 4])];
  expect(joinRefusals([a, b])).toEqual([
    of('tls', 10, ['10.0.0.8', 5], ['10.0.0.7', 2]),
    of('credentials', 7, ['10.0.0.9', 5], ['10.0.0.7', 2]),
  ]);
});

test('many workers tell of no more addresses than one', () => {
  const each = Array.from({ length: 10 }, (_, worker) => [
    of('tls', 32, ...Array.from({ length: 32 }, (_, n): [string, number] => [`10.0.${worker}.${n}`, 1])),
  ]);
  expect(joinRefusals(each)[0]!.addresses.length).toBe(refusalAddressesMax);
});

test('an address list that does its work and a wrong path alarm nobody', () => {
  expect(alarmingRefusals([of('not-allowed', 900), of('request', 50), of('blocked', 3), of('credentials', 4)])).toBe(7);
});
