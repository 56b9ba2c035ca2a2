import { addressFieldsOf, addressesOf, hintOf, parseConfig, unwrap, type ConfigSchema } from '@acequia/component-sdk/definition';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from './definitions.ts';

/** Every configuration of the catalogue, by the name it has here. */
const schemas: readonly (readonly [string, ConfigSchema])[] = [
  ...Object.values(listenerDefinitions).map(({ id, config }) => [`listener ${id}`, config] as const),
  ...Object.values(actionDefinitions).map(({ id, config }) => [`action ${id}`, config] as const),
  ...Object.values(datasinkDefinitions).flatMap(({ id, creation, node }) => [
    [`datasink ${id}`, creation] as const,
    [`step ${id}`, node] as const,
  ]),
] as readonly (readonly [string, ConfigSchema])[];

/** Texts that look like an address and lead nowhere. */
const noAddresses = new Set([
  // The name a server's certificate must have.
  'datasink http serverName',
  'datasink syslog serverName',
  // Who asks it.
  'datasink http proxyUser',
  // Text of a header.
  'step syslog hostname',
  // Below the listener's own port.
  'listener http path',
]);
/** Checked when it is called alone: it is a template of each event, below the data sink's address or whole. */
const byEvent = new Set(['step http url']);

const texts = new Set(['text', 'template', 'list', 'map', 'object']);
const telling = /url|uri|host|proxy|address|endpoint|server|broker|bootstrap|peer|seed|target|issuer|webhook/i;

function looksLikeAddress(name: string, member: z.core.$ZodType): boolean {
  if (!texts.has(hintOf(member)?.widget ?? '')) return false;
  const inner = unwrap(member);
  return telling.test(name) || (inner instanceof z.ZodString && JSON.stringify(z.toJSONSchema(inner)).includes('https?'));
}

test('no field of the catalogue that says where connections lead is forgotten by the check of saved addresses', () => {
  const found = schemas.flatMap(([of, schema]) =>
    Object.entries(schema.shape as z.core.$ZodLooseShape)
      .filter(([name, member]) => looksLikeAddress(name, member))
      .map(([name]) => `${of} ${name}`),
  );
  const marked = schemas.flatMap(([of, schema]) => Object.keys(addressFieldsOf(schema)).map((name) => `${of} ${name}`));
  expect(found.filter((name) => !noAddresses.has(name) && !byEvent.has(name)).toSorted()).toEqual(marked.toSorted());
  expect(marked.toSorted()).toEqual(['datasink http baseUrl', 'datasink http proxy', 'datasink http tokenUrl', 'datasink syslog host']);
});

test('no address of the catalogue may hold a credential in clear, nor headers', () => {
  const open = schemas.flatMap(([of, schema]) =>
    Object.entries(schema.shape as z.core.$ZodLooseShape)
      .filter(([name]) => addressFieldsOf(schema)[name] !== undefined || byEvent.has(`${of} ${name}`) || /^headers$/i.test(name))
      .filter(([, member]) => hintOf(member)?.clearCredential === undefined)
      .map(([name]) => `${of} ${name}`),
  );
  expect(open).toEqual([]);
});

test.each([
  ['http', { baseUrl: 'https://siem.example.com/in' }, [['baseUrl', 'siem.example.com', 443]]],
  [
    'http',
    { baseUrl: 'http://127.0.0.1:8080', proxy: 'http://[::1]:3128', tokenUrl: 'https://login.example.com/token' },
    [
      ['baseUrl', '127.0.0.1', 8080],
      ['proxy', '[::1]', 3128],
    ],
  ],
  ['http', { auth: 'oauth2', tokenUrl: 'http://127.1/token', clientId: 'c', clientSecret: 'SE_1' }, [['tokenUrl', '127.0.0.1', 80]]],
  ['syslog', { protocol: 'tcp', framing: 'octet-counting', host: 'logs.example.com', port: 514 }, [['host', 'logs.example.com', 514]]],
] as const)('where a data sink %s with %j leads', (id, input, expected) => {
  const schema = datasinkDefinitions[id].creation as ConfigSchema;
  const parsed = parseConfig(schema, input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const found = addressesOf(schema, parsed.value as Record<string, unknown>);
  expect(found.map(({ path, host, port }) => [path, host, port])).toEqual(expected);
});
