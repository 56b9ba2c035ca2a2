import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookupLimits } from '../limits.ts';
import type { LookupSource } from '../parse/create-parser.ts';
import { inspectTable, type InspectOptions } from './inspect-table.ts';

const csv: LookupSource = { format: 'csv', keyColumn: 'k' };

function inspect(text: string, source: LookupSource = csv, options: InspectOptions = {}) {
  const inspector = inspectTable(source, options);
  inspector.push(Buffer.from(text));
  const facts = inspector.finish();
  return facts.ok ? facts.value : facts.error;
}

test('a key that comes twice is refused with both lines; rows without a key are not the same', () => {
  expect(inspect('v,k\n1,a\n"2\n",b\n3,a\n')).toEqual({ code: 'LOOKUP_DUPLICATE', line: 5, column: 2, detail: 'a', before: 2 });
  expect(inspect('k,v\n,1\n,2\n')).toMatchObject({ rows: 2, keyless: 2 });
  expect(inspect('{"k":1}\n{"k":"1"}', { format: 'json-lines', keyColumn: 'k' })).toMatchObject({ code: 'LOOKUP_DUPLICATE', line: 2 });
  expect(inspect('k\na\na\n', csv, { keys: 'first' })).toMatchObject({ rows: 2 });
});

test('any keys, in pieces of any size: refused exactly when two are equal', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '0', '😀'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), fc.integer({ min: 1, max: 7 }), (keys, size) => {
      const bytes = Buffer.from(`k\n${keys.map((each) => `${each}\n`).join('')}`);
      const inspector = inspectTable(csv);
      for (let at = 0; at < bytes.length; at += size) inspector.push(bytes.subarray(at, at + size));
      const second = keys.findIndex((each, index) => keys.indexOf(each) < index);
      const facts = inspector.finish();
      if (second < 0) expect(facts).toMatchObject({ ok: true, value: { rows: keys.length } });
      else expect(facts).toMatchObject({ error: { line: second + 2, detail: keys[second], before: keys.indexOf(keys[second]!) + 2 } });
    }),
  );
});

test('two hundred thousand keys that differ little are all new', () => {
  const lines = Array.from({ length: 200_000 }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}\n`);
  expect(inspect(`k\n${lines.join('')}`)).toMatchObject({ rows: 200_000 });
});

test('the type of a column is what all its cells are', () => {
  expect(inspect('k,i,f,b,s,e,long\n1,7,1.5,true,x,,1\n2,-9,2,false,7,,123456789012345678901\n')).toMatchObject({
    types: ['integer', 'integer', 'float', 'boolean', 'string', 'string', 'float'],
  });
  expect(inspect('k,zip,"q"\n1,007,"4"\n')).toMatchObject({ types: ['integer', 'string', 'integer'] });
  const lines = '{"k":"1","n":1,"m":1,"j":[1]}\n{"k":"2","n":2.5,"m":"x","j":null}\n';
  expect(inspect(lines, { format: 'json-lines', keyColumn: 'k' })).toMatchObject({ types: ['string', 'float', 'mixed', 'json'] });
});

test('more rows than a table may have', () => {
  const limits = { ...lookupLimits, rowsMax: 2 };
  expect(inspect('k\na\nb\n', csv, { limits })).toMatchObject({ rows: 2 });
  expect(inspect('k\na\nb\nc\n', csv, { limits })).toEqual({ code: 'LOOKUP_ROWS', line: 4, detail: '2' });
});
