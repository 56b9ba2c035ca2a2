import { expect, test } from 'vitest';
import { CidrSet, cidrText, inCidr, isPrivateIp, parseCidr } from './cidr.ts';
import { ipText, parseIp } from './ip-address.ts';

test.each([
  ['192.168.1.10', '192.168.1.10'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['::', '::'],
  ['::1', '::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['fe80::1:2:3:4', 'fe80::1:2:3:4'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
])('%s is %s', (text, normal) => {
  expect(ipText(parseIp(text)!)).toBe(normal);
});

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '256.1.1.1',
  '1::2::3',
  ':::',
  '12345::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1.2.3.4::',
  ' 1.2.3.4',
  'x'.repeat(100),
])('%j is no address', (text) => {
  expect(parseIp(text)).toBeUndefined();
});

test('blocks', () => {
  const block = parseCidr('10.1.2.3/8')!;
  expect(cidrText(block)).toBe('10.0.0.0/8');
  expect(inCidr(parseIp('::ffff:10.9.9.9')!, block)).toBe(true);
  expect(inCidr(parseIp('11.0.0.0')!, block)).toBe(false);
  expect(parseCidr('10.0.0.0/33')).toBeUndefined();
  expect(parseCidr('::/0')!.bits).toBe(0);
  const set = new CidrSet([parseCidr('0.0.0.0/0')!]);
  expect(set.has(parseIp('1.2.3.4')!)).toBe(true);
  expect(set.has(parseIp('::1')!)).toBe(false);
  expect(isPrivateIp(parseIp('172.31.0.1')!)).toBe(true);
  expect(isPrivateIp(parseIp('8.8.8.8')!)).toBe(false);
});
