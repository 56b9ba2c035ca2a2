import { expect, test } from 'vitest';
import { addressWithoutCredentials, carriesCredential, clearCredentialFaults, withoutCredentials } from './clear-credentials.ts';
import { configObject } from './config-object.ts';
import { mapField, textField } from './plain-fields.ts';
import { templateField } from './reference-fields.ts';

const schema = configObject({
  url: templateField({ optional: true, clearCredential: 'CONFIG_URL_CREDENTIALS' }),
  host: textField({ optional: true, clearCredential: 'CONFIG_HOST_CREDENTIALS' }),
  headers: mapField({ default: {}, clearCredential: 'CONFIG_HEADER_CREDENTIAL' }),
  text: textField({ optional: true }),
});
const faults = (config: object) =>
  clearCredentialFaults(schema, config as Record<string, unknown>).map(({ path, code }) => `${path} ${code}`);

test.each([
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'set-cookie',
  'X-API-Key',
  'apikey',
  'DD-API-KEY',
  'X-Auth-Token',
  'PRIVATE_TOKEN',
  'token',
  'CF-Access-Client-Secret',
  'Ocp-Apim-Subscription-Key',
  'x-functions-key',
  'X-Auth-Key',
  'X-Password',
  'X-Amz-Credential',
  'accessToken',
  'clientSecret',
  'X-AuthToken',
  'hub.secret',
  'token[]',
  'api%5Fkey',
  'tok%65n',
  'X-License-Key',
  'X-Insert-Key',
  'X-Honeycomb-Team',
  'pwd',
  'jwt',
])('the header %s carries a credential', (name) => {
  expect(carriesCredential(name)).toBe(true);
});

test.each([
  'X-Tenant',
  'Idempotency-Key',
  'X-Atlassian-Token',
  'X-Tokens',
  'Author',
  'Content-Type',
  'X-Secretary',
  'Cookies',
  '%zz',
  'monkey',
])('the header %s carries none', (name) => {
  expect(carriesCredential(name)).toBe(false);
});

test.each([
  ['https://user:pw@example.com/x', 'https://***@example.com/x'],
  ['HTTPS://user@example.com', 'HTTPS://***@example.com'],
  ['https:/user:pw@example.com', 'https:/***@example.com'],
  ['https://user:p@w@example.com/${a}', 'https://***@example.com/${a}'],
  ['/x?a=1&access_token=zzz#api_key=y', '/x?a=1&access_token=***#api_key=y'],
  ['https://example.com/x?a=1;token=abc;b=2', 'https://example.com/x?a=1;token=***;b=2'],
  ['https://example.com/api?code=0123456789abcdef', 'https://example.com/api?code=***'],
  ['https://files.example.com/f?Signature=abc&sig=d', 'https://files.example.com/f?Signature=***&sig=***'],
])('%s is shown as %s, and refused', (text, shown) => {
  expect(addressWithoutCredentials(text)).toBe(shown);
  expect(faults({ url: text })).toHaveLength(1);
});

test.each([
  'https://example.com/users/@me',
  'https://example.com/x?code=200&key=region',
  '/users/a@b.example/x',
  'https://example.com/?mail=a@b.example',
  '/x?token=${token}&a=1',
  '/x?token=',
  'https://example.com/${user}@x',
])('%s is shown as it is, and saved', (text) => {
  expect(addressWithoutCredentials(text)).toBe(text);
  expect(faults({ url: text })).toEqual([]);
});

test('a value of which a part is typed counts as typed, a reference alone does not', () => {
  const typed = ['zzz', 'zzz${a}', 'Bearer zzz', '{{ "zzz" }}', '${a}:zzz'];
  const given = ['', '${a}', 'Bearer ${a}', ' Token ${a} ', '{{ lower(${a}) }}', '${a}${b}'];
  for (const value of typed)
    expect([value, faults({ headers: { 'X-Api-Key': value } })]).toEqual([value, ['headers.X-Api-Key CONFIG_HEADER_CREDENTIAL']]);
  for (const value of given) expect([value, faults({ headers: { 'X-Api-Key': value } })]).toEqual([value, []]);
});

test('a user before a host, which has no scheme', () => {
  expect(faults({ host: 'user:pw@logs.example.com' })).toEqual(['host CONFIG_HOST_CREDENTIALS']);
  expect(withoutCredentials(schema, { host: 'user:pw@logs.example.com' })).toEqual({ host: '***@logs.example.com' });
  expect(faults({ host: '[::1]' })).toEqual([]);
});

test('other fields are left alone, and what is hidden is hidden once', () => {
  const config = { text: 'https://user:pw@example.com', headers: { 'X-Api-Key': 'zzz', a: 'b' } };
  const shown = withoutCredentials(schema, config);
  expect(shown).toEqual({ text: config.text, headers: { 'X-Api-Key': '***', a: 'b' } });
  expect(withoutCredentials(schema, shown)).toEqual(shown);
  expect(faults({ text: config.text })).toEqual([]);
});
