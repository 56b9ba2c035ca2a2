import { minuteMs, refusalAddressesMax, senderOf } from '@acequia/base';
import { expect, test } from 'vitest';
import { listenerHarness } from '../testing/listener-harness.ts';
import { RefusalCounts } from './refusal-counts.ts';
import { createRefusals } from './refusals.ts';

const address = (n: number) => senderOf(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);

test('counts are exact for a few addresses, the most frequent first', () => {
  const counts = new RefusalCounts();
  expect(counts.read(0)).toBeUndefined();
  counts.note('tls', senderOf('10.0.0.1'), 0);
  for (const ip of ['10.0.0.9', '10.0.0.7', '10.0.0.7']) counts.note('credentials', senderOf(ip), 1);
  expect(counts.read(2)).toEqual([
    {
      reason: 'credentials',
      count: 3,
      recent: 3,
      addresses: [
        { address: '10.0.0.7', count: 2, recent: 2 },
        { address: '10.0.0.9', count: 1, recent: 1 },
      ],
    },
    { reason: 'tls', count: 1, recent: 1, addresses: [{ address: '10.0.0.1', count: 1, recent: 1 }] },
  ]);
});

test('100,000 addresses leave no more behind than a few, no refusal uncounted, and no address counted too often', () => {
  const counts = new RefusalCounts();
  for (let n = 0; n < 100_000; n++) {
    counts.note('credentials', address(n), 0);
    if (n % 4 === 0) counts.note('credentials', senderOf('192.0.2.1'), 0);
  }
  const [told, ...others] = counts.read(0)!;
  expect(others).toEqual([]);
  expect(told!.count).toBe(125_000);
  expect(told!.addresses.length).toBe(refusalAddressesMax);
  expect(told!.addresses[0]!.address).toBe('192.0.2.1');
  expect(told!.addresses[0]!.count).toBeGreaterThan(24_000);
  expect(told!.addresses[0]!.count).toBeLessThanOrEqual(25_000);
  expect(told!.addresses.slice(1).every(({ count }) => count === 1)).toBe(true);
  expect(JSON.stringify(counts.read(0)).length).toBeLessThan(4000);
});

test('an attack that changes its addresses all hour long keeps the report as small', () => {
  const counts = new RefusalCounts();
  for (let minute = 0; minute < 60; minute++)
    for (let n = 0; n < 100; n++) counts.note('tls', address(minute * 100 + n), minute * minuteMs);
  const [told] = counts.read(59 * minuteMs)!;
  expect(told!.count).toBe(6000);
  expect(told!.addresses.length).toBe(refusalAddressesMax);
});

test('a refusal is recent for a few minutes and forgotten after an hour', () => {
  const counts = new RefusalCounts();
  counts.note('tls', senderOf('10.0.0.1'), 0);
  expect(counts.read(9 * minuteMs)![0]).toMatchObject({ count: 1, recent: 1 });
  expect(counts.read(10 * minuteMs)![0]).toMatchObject({ count: 1, recent: 0 });
  expect(counts.read(59 * minuteMs)![0]).toMatchObject({ count: 1, recent: 0 });
  expect(counts.read(60 * minuteMs)).toBeUndefined();
});

test('a sender that stopped is told with nothing recent, and one of the last minutes is told beside many of the hour', () => {
  const counts = new RefusalCounts();
  for (let n = 0; n < 2 * refusalAddressesMax; n++)
    for (let time = 0; time < 50; time++) counts.note('credentials', address(n), (n % 2) * 5 * minuteMs);
  for (let time = 0; time < 30; time++) counts.note('credentials', senderOf('192.0.2.1'), 20 * minuteMs);
  const [told] = counts.read(20 * minuteMs)!;
  expect(told).toMatchObject({ recent: 30 });
  expect(told!.addresses.length).toBe(refusalAddressesMax);
  expect(told!.addresses.filter(({ recent }) => recent !== 0)).toEqual([{ address: '192.0.2.1', count: 30, recent: 30 }]);
});

test('an attack from one network of IPv6 is told as one sender, and takes the place of no other', () => {
  const { refused, counts } = createRefusals(listenerHarness().ctx);
  refused('credentials', '192.0.2.1');
  for (let n = 0; n < 1000; n++) refused('credentials', `2001:db8:0:1::${n.toString(16)}`);
  refused('credentials', '::ffff:192.0.2.1');
  expect(counts()?.[0]?.addresses).toMatchObject([
    { address: '2001:db8:0:1::/64', count: 1000 },
    { address: '192.0.2.1', count: 2 },
  ]);
});
