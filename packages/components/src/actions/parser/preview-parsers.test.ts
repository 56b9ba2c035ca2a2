import { expect, test } from 'vitest';
import { previewParsers } from './preview-parsers.ts';
import { proposeParser } from './propose-parser.ts';

const now = 1_716_000_000_000_000_000n;
const previewOf = (lines: readonly string[]) => previewParsers(proposeParser(lines), lines, now);

test('shows the fields with their types as the parser would make them', () => {
  expect(previewOf(['user=ana age=30 ok=true', 'user=bo age=31 ok=false'])).toEqual({
    parsed: 2,
    fields: [
      { name: 'user', type: 'string', value: 'ana' },
      { name: 'age', type: 'integer', value: '30' },
      { name: 'ok', type: 'boolean', value: 'true' },
    ],
  });
});

test('follows a text inside a text', () => {
  const fields = previewOf(['<34>1 2024-05-17T14:30:00Z web app - - - {"user":"ana","q":"a=1 b=2 c=3"}'])?.fields ?? [];
  expect(fields).toContainEqual({ name: 'hostname', type: 'string', value: 'web' });
  expect(fields).toContainEqual({ name: 'message.user', type: 'string', value: 'ana' });
  expect(fields.map(({ name }) => name)).toContain('message.q.a');
});

test('counts the lines that parse, and shows the first of them', () => {
  const lines = ['not like the others', ...Array.from({ length: 19 }, (_, n) => `{"n":${n}}`)];
  expect(previewOf(lines)).toEqual({ parsed: 19, fields: [{ name: 'n', type: 'integer', value: '0' }] });
});

test('says nothing of an unfinished configuration, or of lines that do not fit', () => {
  expect(previewParsers([{ mode: 'pattern' }], ['a'], now)).toBeUndefined();
  expect(previewParsers([{ mode: 'json' }], ['a'], now)).toBeUndefined();
  expect(previewParsers([], ['a'], now)).toBeUndefined();
});
