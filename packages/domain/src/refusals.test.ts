import { refusalAddressesMax, type RefusalCount } from '@acequia/base';
import { expect, test } from 'vitest';
import { alarmingAddress, alarmingRefusals, joinRefusals } from './refusals.ts';

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

test('of the addresses, the most frequent of the last minutes is named, over all alarming reasons and workers', () => {
  const at = (reason: RefusalCount['reason'], recent: number, ...addresses: RefusalCount['addresses']): RefusalCount => ({
    reason,
    count: 900,
    recent,
    addresses,
  });
  const gone = { address: '10.0.0.7', count: 800, recent: 0 };
  const here = { address: '10.0.0.9', count: 30, recent: 12 };
  expect(alarmingAddress([at('credentials', 12, gone, here)])).toBe('10.0.0.9');
  expect(alarmingAddress([at('not-allowed', 90, { address: '10.0.0.1', count: 90, recent: 90 }), at('tls', 12, here)])).toBe('10.0.0.9');
  const both = [
    at('credentials', 20, here, { ...here, address: '10.0.0.8', recent: 8 }),
    at('tls', 6, { ...here, address: '10.0.0.8', recent: 6 }),
  ];
  expect(alarmingAddress(both)).toBe('10.0.0.8');
  expect(alarmingAddress([at('credentials', 0, gone)])).toBeUndefined();
  expect(alarmingAddress([])).toBeUndefined();
});

test('of a worker that does not report the last minutes by address, its most frequent address is named while it refuses', () => {
  const earlier = of('credentials', 20, ['10.0.0.7', 15], ['10.0.0.9', 5]);
  expect(alarmingAddress([earlier])).toBe('10.0.0.7');
  expect(alarmingAddress([{ ...earlier, recent: 0 }])).toBeUndefined();
  const later = { ...earlier, addresses: [{ address: '10.0.0.9', count: 9, recent: 9 }] };
  expect(joinRefusals([[earlier], [later]])[0]!.addresses).toEqual([
    { address: '10.0.0.7', count: 15 },
    { address: '10.0.0.9', count: 14 },
  ]);
  expect(joinRefusals([[later], [later]])[0]!.addresses).toEqual([{ address: '10.0.0.9', count: 18, recent: 18 }]);
});
