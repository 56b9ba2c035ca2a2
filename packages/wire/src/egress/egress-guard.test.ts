import { describe, expect, test } from 'vitest';
import { clientAddress } from '../http/client-address.ts';
import { createCidrSet } from './cidr-set.ts';
import { canonicalHost, checkEgress, type EgressPolicy } from './egress-guard.ts';
import { createGuardedLookup } from './guarded-lookup.ts';
import { plainIp } from './ip-address.ts';
import type { Resolver } from './resolver.ts';

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'mixed.example': ['93.184.216.34', '169.254.169.254'],
  'inside.example': ['10.1.2.3'],
};
const resolver: Resolver = { resolve: (name) => Promise.resolve(names[name] ?? []) };
const open: EgressPolicy = { mode: 'open', allowed: [] };
const publicOnly: EgressPolicy = { mode: 'public-only', allowed: [] };
const code = (host: string, policy: EgressPolicy, port = 443) =>
  checkEgress(host, port, policy, { resolver, localAddresses: () => ['192.168.7.7', 'fd12::7'] }).then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

describe('egress guard', () => {
  test.each([
    '169.254.169.254',
    '2852039166',
    '0xA9FEA9FE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '::ffff:169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    '224.0.0.1',
    'mixed.example',
    '2001:0:0:0:0:0:5601:5601',
    'fd00:42::42',
    '0.0.0.0',
    '0',
    '::',
    '::ffff:0.0.0.0',
    '64:ff9b::',
    'ff02::1',
  ])('metadata, link-local, multicast and unspecified addresses are refused in every mode: %s', async (host) => {
    for (const policy of [open, publicOnly, { mode: 'list', allowed: ['0.0.0.0/0', '::/0', host, `[${host}]:443`] } as EgressPolicy])
      expect(await code(host, policy)).toBe('EGRESS_REFUSED');
  });
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '017700000001',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd12::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'inside.example',
    '198.18.0.1',
    '240.0.0.1',
  ])('public-only refuses %s, open lets it through', async (host) => {
    expect(await code(host, publicOnly)).toBe('EGRESS_REFUSED');
    expect(await code(host, open)).toBe('ok');
  });
  test('public names and addresses pass', async () => {
    for (const host of ['public.example', 'PUBLIC.example.', '93.184.216.34', '2606:2800:220:1::1'])
      expect(await code(host, publicOnly), host).toBe('ok');
  });
  test('list: by host, by suffix, by network; nothing else', async () => {
    const policy: EgressPolicy = { mode: 'list', allowed: ['inside.example', '*.corp.example', '93.184.216.0/24', '2606:2800::/32'] };
    names['a.corp.example'] = ['10.9.9.9'];
    expect(
      await Promise.all(
        ['inside.example', 'a.corp.example', 'public.example', '93.184.216.1', '10.1.2.3'].map((host) => code(host, policy)),
      ),
    ).toEqual(['ok', 'ok', 'ok', 'ok', 'EGRESS_REFUSED']);
  });
  test('public-only: a private address that is listed, for its port alone when one is named', async () => {
    const policy: EgressPolicy = {
      mode: 'public-only',
      allowed: ['10.1.0.0/16', '[fd12::/16]:6514', '192.168.1.1:514', 'inside.example:9200'],
    };
    names['inside.example'] = ['172.16.4.4'];
    const calls: [string, number][] = [
      ['10.1.2.3', 1],
      ['10.2.2.3', 1],
      ['fd12::1', 6514],
      ['fd12::1', 6515],
      ['::ffff:192.168.1.1', 514],
      ['192.168.1.1', 515],
      ['inside.example', 9200],
      ['inside.example', 9201],
      ['public.example', 443],
    ];
    expect(await Promise.all(calls.map(async ([host, port]) => (await code(host, policy, port)) === 'ok'))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    names['inside.example'] = ['10.1.2.3'];
  });
  test.each(['127.0.0.1', 'localhost', '2130706433', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    'loopback by a setting, whatever its spelling: %s',
    async (host) => {
      names['localhost'] = ['127.0.0.1', '::1'];
      expect(await code(host, { ...open, loopback: false })).toBe('EGRESS_REFUSED');
      expect(await code(host, { ...open, loopback: true })).toBe('ok');
      expect(await code(host, { ...open, loopback: false, allowed: ['127.0.0.0/8', '::1'] })).toBe('ok');
    },
  );
  test.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1', '192.168.7.7', '::ffff:192.168.7.7', 'fd12::7', 'db.example', '10.5.5.5'])(
    'a door of the installation is refused whatever is allowed: %s',
    async (host) => {
      names['localhost'] = ['127.0.0.1', '::1'];
      names['db.example'] = ['10.5.5.5'];
      const policy: EgressPolicy = {
        mode: 'open',
        allowed: ['0.0.0.0/0', '::/0', host, `${host}:8080`],
        own: ['local:8080', 'db.example:8080'],
      };
      expect(await code(host, policy, 8080)).toBe('EGRESS_REFUSED');
      expect(await code(host, policy, 8081)).toBe('ok');
    },
  );
  test('a name that answers anew each time leads only where it was checked (rebinding)', async () => {
    let asked = 0;
    const turning: Resolver = { resolve: () => Promise.resolve([(asked += 1) % 2 === 1 ? '93.184.216.34' : '127.0.0.1']) };
    const guarded = createGuardedLookup(publicOnly, 443, turning);
    const connectTo = () =>
      new Promise<unknown>((resolve) =>
        guarded('turning.example', {}, (error, address) => resolve(error === null ? address : (error as { code?: string }).code)),
      );
    expect([await connectTo(), await connectTo(), await connectTo()]).toEqual(['93.184.216.34', 'EGRESS_REFUSED', '93.184.216.34']);
    expect(asked).toBe(3);
  });
  test('a name without address, a name that is none', async () => {
    expect(await code('nowhere.example', open)).toBe('NAME_NOT_FOUND');
    expect(await code('bad host', open)).toBe('NAME_NOT_FOUND');
    expect(canonicalHost('[::1]')).toBe('::1');
  });
});

test('networks: borders of prefixes, IPv4 inside IPv6', () => {
  const set = createCidrSet(['10.0.0.0/9', '2001:db8::/33', '192.0.2.1']);
  expect(
    ['10.127.255.255', '10.128.0.0', '::ffff:10.1.1.1', '2001:db8:7fff::1', '2001:db8:8000::1', '192.0.2.1', '192.0.2.2', 'x'].map((ip) =>
      set.has(ip),
    ),
  ).toEqual([true, false, true, true, false, true, false, false]);
});

test('forwarded headers count only from trusted proxies, from the right', () => {
  const trusted = createCidrSet(['10.0.0.0/8']);
  const listed = (list: string, peer = '10.0.0.1') => clientAddress(peer, { 'x-forwarded-for': list }, trusted, 'x-forwarded-for');
  expect(listed('1.1.1.1, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
  expect(listed('1.1.1.1', '203.0.113.1')).toBe('203.0.113.1');
  expect(listed('garbage')).toBe('10.0.0.1');
  const forwarded = 'for=192.0.2.43, for="[2001:DB8:0::17]:4711";proto=https';
  expect(clientAddress('10.0.0.1', { forwarded }, trusted, 'forwarded')).toBe('2001:db8::17');
});

test('a sender behind a proxy cannot choose its address in the header that the proxy passes on', () => {
  const trusted = createCidrSet(['10.0.0.0/8']);
  const headers = { 'x-forwarded-for': '203.0.113.10', forwarded: 'for=198.51.100.99' };
  expect(clientAddress('10.0.0.1', headers, trusted, 'x-forwarded-for')).toBe('203.0.113.10');
  expect(clientAddress('10.0.0.1', headers, trusted, 'forwarded')).toBe('198.51.100.99');
});

test('one address has one text, and nothing else is an address', () => {
  const trusted = createCidrSet(['10.0.0.0/8']);
  for (const hop of [
    '9.9.9.9%1',
    `9.9.9.9%${'Z'.repeat(14_000)}`,
    '8.8.8.8%\u001b[31m<img src=x>',
    'fe80::1%eth0',
    '[9.9.9.9',
    '1.2.3',
    '09.9.9.9',
  ])
    expect(clientAddress('10.0.0.1', { 'x-forwarded-for': hop }, trusted, 'x-forwarded-for'), hop).toBe('10.0.0.1');
  const ips = ['2001:DB8:0:0::17', '2001:db8:0:0:0:0:0:17', '::FFFF:1.2.3.4', '::ffff:102:304', '1.2.3.4', 'bad.cafe.dead.beef'];
  expect(ips.map(plainIp)).toEqual(['2001:db8::17', '2001:db8::17', '1.2.3.4', '1.2.3.4', '1.2.3.4', undefined]);
});
