import { expect, test } from 'vitest';
import { sniffFile } from './sniff-file.ts';

const file = (text: string) => new Blob([text]);

test('csv: separator from the header, quotes, line ends in cells, byte order mark', async () => {
  expect(await sniffFile(file('\uFEFFk;"a,b";c\r\n1;"x ""y""\nz";\r\n'), 'csv')).toEqual({
    format: 'csv',
    separator: ';',
    columns: ['k', 'a,b', 'c'],
    rows: [['1', 'x "y"\nz', '']],
  });
  expect(await sniffFile(file('k\tv'), 'csv')).toMatchObject({ separator: '\t', columns: ['k', 'v'], rows: [] });
});

test('json lines: all members of the first rows are columns', async () => {
  expect(await sniffFile(file('{"k":1}\n\n{"v":{"a":[2]},"k":null}\n'), 'json-lines')).toEqual({
    format: 'json-lines',
    separator: null,
    columns: ['k', 'v'],
    rows: [
      ['1', ''],
      ['', '{"a":[2]}'],
    ],
  });
});

test('what has no columns is told', async () => {
  for (const text of ['', '\n', ',a\n1,2']) expect(await sniffFile(file(text), 'csv')).toBeUndefined();
  for (const text of ['[1]', 'k,v', '{"a":']) expect(await sniffFile(file(text), 'json-lines')).toBeUndefined();
});

test('of a large file only its beginning is read, and no row that is cut there', async () => {
  const large = file(`k,v\n${Array.from({ length: 60_000 }, (_, n) => `${n},${'x'.repeat(20)}\n`).join('')}`);
  const head = await sniffFile(large, 'csv');
  expect(head?.rows).toHaveLength(5);
  expect(await sniffFile(file(`k,v\n1,${'x'.repeat(600_000)}\n`), 'csv')).toMatchObject({ rows: [] });
});
