import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { minuteMs, systemClock } from '@acequia/base';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createProviderDirectories, type ProviderDirectories, type ProviderDirectory } from './provider-directory.ts';

let web: Server;
let issuer = '';
let asked: string[] = [];
let kids = ['a'];
let now = 0;
let directories: ProviderDirectories;
let directory: ProviderDirectory;

beforeAll(async () => {
  web = createServer((request, response) => {
    asked.push(request.url ?? '');
    const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/keys` };
    const body = request.url === '/keys' ? { keys: kids.map((kid) => ({ kid, kty: 'RSA' })) } : metadata;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  kids = ['a'];
  now = 1_000_000;
  directories = createProviderDirectories({ ...systemClock, now: () => now }, (tenantId) =>
    Promise.resolve({ mode: tenantId === 'strict' ? 'public-only' : 'open', allowed: [] }),
  );
  directory = directories.of('open');
});
afterAll(async () => {
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
});

test('what a provider says of itself is asked every ten minutes, and at once when it is configured', async () => {
  await directory.discover(issuer);
  await directory.discover(issuer);
  expect(asked).toHaveLength(1);
  await directory.discover(issuer, true);
  expect(asked).toHaveLength(2);
  now += 10 * minuteMs;
  await directory.discover(issuer);
  expect(asked).toHaveLength(3);
  directories.close();
});

test('tokens with made-up key ids do not make the keys be fetched more than once a minute', async () => {
  const metadata = await directory.discover(issuer);
  asked = [];
  for (let index = 0; index < 20; index += 1) await directory.keys(metadata, `made up ${index}`);
  expect(asked).toEqual(['/keys']);
  kids = ['a', 'b'];
  now += minuteMs;
  expect((await directory.keys(metadata, 'b')).keys.map(({ kid }) => kid)).toEqual(['a', 'b']);
  now += minuteMs;
  await directory.keys(metadata, 'b');
  expect(asked).toEqual(['/keys', '/keys']);
  directories.close();
});

test.each(['http://127.0.0.1:1', 'https://127.0.0.1:1', 'https://localhost:1', 'https://10.0.0.1', 'https://[::1]:1'])(
  'a deployment that calls public addresses alone does not call %s',
  async (address) => {
    await expect(directories.of('strict').discover(address)).rejects.toMatchObject({ code: 'AUTH.SSO_ADDRESS' });
    directories.close();
  },
);

test('what one organization was answered is not told to another that may not call the provider', async () => {
  await directory.discover(issuer);
  await expect(directories.of('strict').discover(issuer)).rejects.toMatchObject({ code: 'AUTH.SSO_ADDRESS' });
  directories.close();
});
