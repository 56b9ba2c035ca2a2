import { expect, it } from 'vitest';
import { findDuplicate, readHead } from './check-file.ts';

const file = (content: string | Uint8Array<ArrayBuffer>, name = 'table.csv') => new File([content], name);
const faultOf = async (chosen: File, format: 'csv' | 'json-lines' = 'csv', keep?: readonly string[]) => {
  const read = await readHead(chosen, format, keep);
  return 'fault' in read ? read.fault : undefined;
};
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d);

it('a document or an image is refused before it is sent, by its ending and by what is in it', async () => {
  expect(await faultOf(file('%PDF-1.4\n1 0 obj', 'x.pdf'))).toBe('ending');
  expect(await faultOf(file('%PDF-1.4\n1 0 obj', 'x.csv'))).toEqual({ code: 'LOOKUP_TYPE', fields: {} });
  expect(await faultOf(file(png, 'x.PNG'))).toBe('ending');
  expect(await faultOf(file(png, 'x.txt'))).toMatchObject({ code: 'LOOKUP_TYPE' });
  expect(await faultOf(file('k,v\n1,2', 'x.CSV'))).toBeUndefined();
  expect(await faultOf(file('{"k":1}', 'x.csv'), 'json-lines')).toBe('ending');
  expect(await faultOf(file('{"k":1}', 'x.ndjson'), 'json-lines')).toBeUndefined();
});

it('columns that stand twice, and those that the version before had, are told before it is sent', async () => {
  expect(await faultOf(file('k,v,k\n1,2,3'))).toEqual({ code: 'LOOKUP_HEADER', fields: { line: 1, column: 3, detail: 'k' } });
  expect(await faultOf(file('k,v\n1,2'), 'csv', ['k', 'owner'])).toEqual({ code: 'LOOKUP_COLUMN_GONE', fields: { detail: 'owner' } });
});

const duplicate = async (content: string, key: string, format: 'csv' | 'json-lines' = 'csv') => {
  const chosen = file(content, format === 'csv' ? 'x.csv' : 'x.jsonl');
  const read = await readHead(chosen, format);
  return 'head' in read ? findDuplicate(chosen, read.head, key) : read.fault;
};

it('a key that stands twice is told before it is sent, with both lines', async () => {
  expect(await duplicate('k;v\r\n"a";"x\r\ny"\r\nb;2\r\na;3\r\n', 'k')).toEqual({
    code: 'LOOKUP_DUPLICATE',
    fields: { line: 5, column: 1, detail: 'a', before: 2 },
  });
  expect(await duplicate('k,v\n,1\n,2\na,1', 'k')).toBeUndefined();
  expect(await duplicate('{"k":"a"}\n\n{"k":"b"}\n{"v":1,"k":"a"}', 'k', 'json-lines')).toMatchObject({
    code: 'LOOKUP_DUPLICATE',
    fields: { line: 4, before: 1 },
  });
  expect(await duplicate('{"k":1}\n{"k":"1"}', 'k', 'json-lines')).toBeUndefined();
});

it('a key across the pieces in which a file is read is still found', async () => {
  const rows = Array.from({ length: 120_000 }, (_, n) => `key-${n},${'x'.repeat(8)}`);
  expect(await duplicate(['k,v', ...rows, 'key-70000,again'].join('\n'), 'k')).toMatchObject({
    fields: { line: 120_002, detail: 'key-70000', before: 70_002 },
  });
});
