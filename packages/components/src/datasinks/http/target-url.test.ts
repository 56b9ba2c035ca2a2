import { checkEgress } from '@acequia/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseConfig } from '@acequia/component-sdk/definition';
import { httpCreation } from './config.ts';
import { insecureFault } from './target-url.ts';

/** Whether the guard of connections refuses a host whatever is allowed. */
async function isNeverAllowed(host: string): Promise<boolean> {
  const policy = { mode: 'open', allowed: [host.replace(/^\[|\]$/g, '')] } as const;
  try {
    await checkEgress(host, 80, policy, { localAddresses: () => [] });
    return false;
  } catch (error) {
    return (error as { readonly fields?: Readonly<Record<string, unknown>> }).fields?.['rule'] === 'EGRESS_NEVER';
  }
}
const isSaid = (host: string): boolean => insecureFault(`http://${host}/`) === 'EGRESS_NEVER';

/** The first and last address of what is never allowed, and those beside them. */
const edges = [
  '0.0.0.0',
  '0.255.255.255',
  '1.0.0.0',
  '169.253.255.255',
  '169.254.0.0',
  '169.254.255.255',
  '169.255.0.0',
  '100.100.100.199',
  '100.100.100.200',
  '168.63.129.15',
  '168.63.129.16',
  '192.0.0.191',
  '192.0.0.192',
  '223.255.255.255',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.254',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[fe7f:ffff::1]',
  '[fe80::1]',
  '[febf:ffff::1]',
  '[fec0::1]',
  '[feff::1]',
  '[fe8::1]',
  '[ff:1::]',
  '[ff00::1]',
  '[ff02::1]',
  '[fd00:ec1::1]',
  '[fd00:ec2::254]',
  '[fd00:ec3::1]',
  '[fd00:42::41]',
  '[fd00:42::42]',
  '[fd20:ce::253]',
  '[fd20:ce::254]',
  '[::ffff:169.254.169.254]',
];

test.each(edges)('the form says of %s what the guard of connections does', async (host) => {
  expect(isSaid(host)).toBe(await isNeverAllowed(host));
});

test('the form calls no address forbidden that the guard lets through', async () => {
  const hosts = fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  );
  await fc.assert(
    fc.asyncProperty(hosts, async (host) => {
      if (isSaid(host)) expect([host, await isNeverAllowed(host)]).toEqual([host, true]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['http://10.1.2.3:8080', 'CONFIG_PLAIN_HTTP', 'saved'],
  ['http://172.31.0.1', 'CONFIG_PLAIN_HTTP', 'saved'],
  ['http://192.168.1.24/in', 'CONFIG_PLAIN_HTTP', 'saved'],
  ['http://[fd12::7]', 'CONFIG_PLAIN_HTTP', 'saved'],
  ['http://collector:9200', 'CONFIG_PLAIN_HTTP', 'saved'],
  ['http://siem.corp.internal', 'CONFIG_PLAIN_HTTP', 'saved'],
  ['http://172.32.0.1', 'CONFIG_HTTPS', 'CONFIG_HTTPS'],
  ['http://93.184.215.14', 'CONFIG_HTTPS', 'CONFIG_HTTPS'],
  ['http://siem.example.com', 'CONFIG_HTTPS', 'CONFIG_HTTPS'],
  ['http://169.254.169.254', 'EGRESS_NEVER', 'EGRESS_NEVER'],
  ['http://[fd00:ec2::254]', 'EGRESS_NEVER', 'EGRESS_NEVER'],
  ['http://127.0.0.1:8080', 'saved', 'saved'],
  ['https://siem.example.com', 'saved', 'saved'],
])('%s: %s, and with unencrypted HTTP allowed %s', (baseUrl, closed, allowed) => {
  const said = (plainHttp: boolean) => {
    const parsed = parseConfig(httpCreation, { baseUrl, plainHttp });
    return parsed.ok ? 'saved' : parsed.error.map(({ code }) => code).join();
  };
  expect([said(false), said(true)]).toEqual([closed, allowed]);
});
