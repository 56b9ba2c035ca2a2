import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import {
  batchFields,
  choiceField,
  configObject,
  decodeFields,
  encodeFields,
  hintOf,
  httpAuthInFields,
  httpClientFields,
  integerField,
  intakeFields,
  isCidr,
  multiLineField,
  outputNameField,
  parseConfig,
  queueFields,
  requestFields,
  retryField,
  secretReferences,
  socketFields,
  textField,
  tlsClientFields,
  tlsServerFields,
  visitFields,
} from './index.ts';

const codes = (schema: Parameters<typeof parseConfig>[0], input: unknown) => {
  const result = parseConfig(schema, input);
  return result.ok ? [] : result.error.map((fault) => `${fault.path}:${fault.code}`);
};

const listener = configObject({
  ...socketFields({ port: 5514 }),
  ...tlsServerFields(),
  ...httpAuthInFields(),
  ...intakeFields(),
  multiLine: multiLineField(),
});

describe('parseConfig', () => {
  test('an empty configuration gets the catalogue defaults', () => {
    const result = parseConfig(listener, {});
    expect(result.ok && result.value).toMatchObject({
      bind: '0.0.0.0',
      port: 5514,
      maxConnections: 1000,
      idleTimeout: '5m',
      durability: 'fsync',
      maxEvent: '1 MiB',
      multiLine: { mode: 'none' },
    });
  });
  test('a field required while shown is asked for only then', () => {
    expect(codes(listener, { tls: true })).toEqual(['certificate:CONFIG_REQUIRED', 'privateKey:CONFIG_REQUIRED']);
    expect(codes(listener, { auth: 'bearer' })).toEqual(['tokens:CONFIG_REQUIRED']);
  });
  test('a value left behind in a hidden field neither counts nor fails', () => {
    const result = parseConfig(listener, { tls: false, certificate: 'garbage', tokens: [] });
    expect(result.ok && 'certificate' in result.value).toBe(false);
  });
  test('a field that hangs on a hidden field is hidden', () => {
    const schema = configObject({
      a: choiceField(['x', 'y'], { default: 'x' }),
      b: choiceField(['p', 'q'], { default: 'q', when: { field: 'a', in: ['y'] } }),
      c: textField({ when: { field: 'b', in: ['q'] } }),
    });
    expect(codes(schema, {})).toEqual([]);
    expect(codes(schema, { a: 'y' })).toEqual(['c:CONFIG_REQUIRED']);
  });
  test('conditional requirement inside an object', () => {
    expect(codes(listener, { multiLine: { mode: 'starts' } })).toEqual(['multiLine.pattern:CONFIG_REQUIRED']);
  });
  test('faults carry path, code and bounds', () => {
    expect(codes(listener, { port: 0, idleTimeout: '25h', maxEvent: 'big', allowFrom: ['10.0.0.0/33'], auth: 'x', extra: 1 })).toEqual([
      'port:CONFIG_TOO_SMALL',
      'idleTimeout:CONFIG_TOO_LARGE',
      'allowFrom.0:CONFIG_FORMAT',
      'auth:CONFIG_CHOICE',
      'maxEvent:CONFIG_FORMAT',
      'extra:CONFIG_UNKNOWN_FIELD',
    ]);
    const result = parseConfig(configObject({ n: integerField({ min: 2 }) }), {});
    expect(result.ok ? [] : result.error).toEqual([
      { path: 'n', code: 'CONFIG_REQUIRED', severity: 'error', fields: { expected: 'number' } },
    ]);
  });
  test('__proto__ in a configuration changes no prototype', () => {
    expect(codes(listener, JSON.parse('{"__proto__":{"port":1}}'))).toEqual(['__proto__:CONFIG_UNKNOWN_FIELD']);
    expect(({} as { port?: number }).port).toBeUndefined();
  });
  test('a literal secret is refused, references are found', () => {
    expect(codes(listener, { auth: 'bearer', tokens: [{ name: 'a', token: 'hunter2' }] })).toEqual(['tokens.0.token:CONFIG_FORMAT']);
    expect(secretReferences(listener, { auth: 'bearer', tokens: [{ name: 'a', token: 'SE_1' }] })).toEqual([
      { path: 'tokens.0.token', id: 'SE_1' },
    ]);
  });
});

test('cidr notation, IPv4 in IPv6 included', () => {
  for (const good of ['10.0.0.0/8', '::1', '::ffff:1.2.3.4/96', 'fe80::/10', '1:2:3:4:5:6:7:8']) expect(isCidr(good), good).toBe(true);
  for (const bad of ['10.0.0/8', '010.0.0.1', '1:2:3', ':::', '::1/129', '1.2.3.4/8/8', 'x']) expect(isCidr(bad), bad).toBe(false);
});

test('all shared groups make JSON Schema that keeps the hints', () => {
  const all = configObject({
    ...socketFields({ port: 1024 }),
    ...tlsServerFields(),
    ...httpAuthInFields(),
    ...intakeFields(),
    ...decodeFields({ formats: ['text', 'json'], format: 'text' }),
    multiLine: multiLineField(),
    ...batchFields({ maxEvents: 500, maxBytes: '1 MiB', maxWait: '1s' }),
    retry: retryField(),
    ...requestFields(),
    ...queueFields(),
    ...encodeFields({ formats: ['json', 'text'], format: 'json' }),
  });
  const schema = z.toJSONSchema(all, { io: 'input' }) as { properties: Record<string, Record<string, unknown>> };
  expect(schema.properties['port']).toMatchObject({ widget: 'port', default: 1024, group: 'socket' });
  expect(schema.properties['users']).toMatchObject({ widget: 'list', when: { field: 'auth', in: ['basic'] } });
  expect(z.toJSONSchema(configObject({ ...httpClientFields(), ...tlsClientFields() }))).toBeTruthy();
  visitFields(all, (path, member) => expect(hintOf(member)?.widget, path.join('.')).toBeTruthy());
});

describe('the name of a field that a component makes', () => {
  const made = configObject({ name: outputNameField({}) });
  test.each(['user', '#1', 'a-b.c_d', '9'])('%j is one', (name) => expect(codes(made, { name })).toEqual([]));
  test.each(['', '_user', 'a b', 'a$', 'ñ', 'a/b', 'x'.repeat(257)])('%j is none', (name) => {
    expect(codes(made, { name })).toHaveLength(1);
  });
});
