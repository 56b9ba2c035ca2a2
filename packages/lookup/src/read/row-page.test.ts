import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headIsWhole, openRowPage, type RowPageOptions, type RowPlace, type ShownRow } from './row-page.ts';

const csv = { format: 'csv' } as const;

/** Reads page after page, each from where the one before ended, in pieces of any size. */
function allPages(
  bytes: Buffer,
  options: Pick<RowPageOptions, 'source' | 'columns' | 'search' | 'rowsMax'>,
  pieceBytes: number,
): ShownRow[] {
  const rows: ShownRow[] = [];
  let from: RowPlace | undefined;
  for (;;) {
    const page = openRowPage({ ...options, head: bytes, from });
    let full = false;
    for (let at = (from ?? page.next).at; at < bytes.length && !full; at += pieceBytes)
      full = !page.push(bytes.subarray(at, at + pieceBytes));
    full ||= !page.finish();
    rows.push(...page.rows);
    if (!full) return rows;
    from = page.next;
  }
}

test('any cells, pages and pieces: each row once, in order', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ñ'), maxLength: 4 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 12 }), fc.nat({ max: 3 }), fc.nat({ max: 20 }), (rows, more, piece) => {
      const bytes = Buffer.from(`k,v\n${rows.map((row) => row.map(quoted).join(',')).join('\n')}`);
      const shown = allPages(bytes, { source: csv, columns: ['k', 'v'], search: '', rowsMax: more + 1 }, piece + 1);
      expect(shown).toEqual(rows.map((cells, row) => ({ row, cells })));
    }),
  );
});

test('search looks in every cell, without case; numbers of rows stay those of the file', () => {
  const bytes = Buffer.from('k;v\na;Norte\nb;sur\nc;NORTEÑO\n');
  const shown = allPages(bytes, { source: csv, columns: ['k', 'v'], search: 'norte', rowsMax: 1 }, 5);
  expect(shown).toEqual([
    { row: 0, cells: ['a', 'Norte'] },
    { row: 2, cells: ['c', 'NORTEÑO'] },
  ]);
});

test('json lines: members in the order of the columns, null and missing alike', () => {
  const bytes = Buffer.from('{"v":[1],"k":"a"}\n\n{"k":null,"v":2}\n{"k":"c"}');
  const source = { format: 'json-lines' } as const;
  const shown = allPages(bytes, { source, columns: ['k', 'v'], search: '', rowsMax: 2 }, 3);
  expect(shown.map(({ cells }) => cells)).toEqual([
    ['a', '[1]'],
    [null, '2'],
    ['c', null],
  ]);
});

test('long cells are cut, and a page of them ends sooner', () => {
  const bytes = Buffer.from(`k\n${Array.from({ length: 3000 }, (_, n) => `${n}-${'x'.repeat(2000)}\n`).join('')}`);
  const page = openRowPage({ source: csv, columns: ['k'], search: '', rowsMax: 5000, head: bytes });
  expect(page.push(bytes.subarray(page.next.at))).toBe(false);
  expect(page.rows.length).toBeLessThan(2000);
  expect(page.rows[0]!.cells[0]).toHaveLength(513);
  expect(page.next.row).toBe(page.rows.length);
});

test('a header line may need more than its first bytes', () => {
  expect([headIsWhole(csv, Buffer.from('k,"a\n')), headIsWhole(csv, Buffer.from('k,"a\n"\n'))]).toEqual([false, true]);
});
