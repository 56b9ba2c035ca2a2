import { describe, expect, test } from 'vitest';
import { jsonOfText } from '../json/print-json.ts';
import { Float, List, Timestamp, type FieldValue } from '../values.ts';
import { boundSteps } from '../expression/steps.ts';
import { compileTemplate, type TemplateContextOptions } from './compile-template.ts';
import { parseTemplate, printTemplate, templateFields, type TemplateOptions } from './parse-template.ts';

const env = { nowMs: 0, receivedNs: 0n };

function render(text: string, event: Record<string, FieldValue>, options: TemplateContextOptions & TemplateOptions = {}) {
  const parsed = parseTemplate(text, options);
  if (!parsed.ok) throw new Error(`${parsed.error.code} ${parsed.error.offset}`);
  const names: string[] = [];
  const result = compileTemplate(parsed.value, { slot: (name) => (names.push(name), names.length - 1) }, options).render(
    { get: (slot) => event[names[slot]!] },
    env,
  );
  return result.ok ? result.value : result.error;
}

describe('printing', () => {
  test.each([
    ['logs-${app}-{{ lower(${env}) }}', { app: 'web', env: 'PROD' }, 'logs-web-prod'],
    [
      '${i} ${f} ${b} ${t} ${j} ${l} ${n}.',
      { i: 5, f: new Float(1), b: true, t: new Timestamp(0n), j: jsonOfText('{ "a": 1 }'), l: new List('integer', [1, 2]), n: null },
      '5 1.0 true 1970-01-01T00:00:00Z {"a":1} [1,2] .',
    ],
    ['$${a} costs $5', {}, '${a} costs $5'],
    ['${j["odd }key"]}', { j: jsonOfText('{"odd }key":1}') }, '1'],
    ['{{ "}}" }}', {}, '}}'],
    ['{"a": {"b": 1}}', {}, '{"a": {"b": 1}}'],
  ] as [string, Record<string, FieldValue>, string][])('%s', (text, event, expected) => {
    expect(render(text, event)).toBe(expected);
  });
});

test('templates of a run that print too much end in an error', () => {
  boundSteps(() => {
    for (let n = 0; n < 50; n++) expect(render('${v}', { v: 'x'.repeat(1_000_000) })).toHaveLength(1_000_000);
    expect(render('text', {})).toMatchObject({ kind: 'expression', error: { code: 'EXPR_LIMIT' } });
  });
  expect(render('text', {})).toBe('text');
});

describe('a value cannot leave its place', () => {
  test.each([
    ['url-path', '/a/${v}', '../x?y=ñ', '/a/..%2Fx%3Fy%3D%C3%B1'],
    ['url-path', '/a/${v}', '..', '/a/%2E%2E'],
    ['url-query', '?q=${v}', 'a b&c=d#', '?q=a%20b%26c%3Dd%23'],
    ['header', '${v}', 'x\r\nEvil: 1', 'xEvil: 1'],
  ] as const)('%s %s', (escape, text, v, expected) => {
    expect(render(text, { v }, { escape })).toBe(expected);
  });
});

test('missing values: empty, skip, error', () => {
  expect(render('a${x}b', {})).toBe('ab');
  expect(render('a${x}b', {}, { onMissing: 'skip' })).toEqual({ kind: 'skip' });
  expect(render('a${x}b', {}, { onMissing: 'error' })).toEqual({ kind: 'missing', field: 'x' });
  expect(render('{{ 1 / 0 }}', {})).toMatchObject({ kind: 'expression', error: { code: 'EXPR_DIVIDE_BY_ZERO', position: 3 } });
});

test('secrets only where the field allows them', () => {
  expect(render('Bearer ${secrets.api}', {}, { specials: ['secrets'], special: (prefix, name) => `${prefix}/${name}` })).toBe(
    'Bearer secrets/api',
  );
  expect(render('${secrets.api}', {})).toBe('');
});

test('print reads back; fields are found', () => {
  const text = 'a $${ ${x.y[0]} {{ if(${z} > 1, "}}", "") }}';
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(parsed.error.code);
  expect(printTemplate(parsed.value)).toBe(text);
  expect(templateFields(parsed.value)).toEqual(['x.y[0]', 'z']);
});

test.each([
  ['${a', 0],
  ['${}', 2],
  ['{{ 1 +', 6],
  ['{{ 1', 0],
  ['{{ a }}', 3],
  ['${a[*]}', 0],
])('%s is refused', (text, offset) => {
  const parsed = parseTemplate(text);
  expect(parsed.ok ? -1 : parsed.error.offset).toBe(offset);
});
