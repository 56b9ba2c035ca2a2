import { expect, test } from 'vitest';
import { senderOf } from './sender.ts';

test('whoever has a network of IPv6 is one sender, whichever of its addresses they take', () => {
  const own = [
    '2001:db8:0:1::1',
    '2001:db8:0:1:ffff:ffff:ffff:ffff',
    '2001:DB8:0:1::7',
    '2001:0db8:0000:0001:0:0:0:1',
    '2001:db8:0:1::%eth0',
  ];
  expect(own.map(senderOf)).toEqual(own.map(() => '2001:db8:0:1::/64'));
  expect(senderOf('2001:db8:0:2::1')).toBe('2001:db8:0:2::/64');
  expect(['2001:db8::1', '::1', 'fe80::1%eth0', '1:2:3:4:5:6:7:8', '1::8'].map(senderOf)).toEqual([
    '2001:db8::/64',
    '::/64',
    'fe80::/64',
    '1:2:3:4::/64',
    '1::/64',
  ]);
});

test('senders of IPv4 that come through a socket of both kinds are not one another', () => {
  expect(['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:ffff:c000:0201', '192.0.2.1'].map(senderOf)).toEqual(
    Array(5).fill('192.0.2.1'),
  );
  expect(senderOf('::ffff:192.0.2.2')).toBe('192.0.2.2');
});

test('text that is no address stays what it is', () => {
  const texts = ['', 'a', 'unknown', ':', '::1::', '1:2:3', '1:2:3:4:5:6:7:8:9', '1:2:3:4::5:6:7:8', 'g::1', '12345::'];
  expect(texts.map(senderOf)).toEqual(texts);
});
