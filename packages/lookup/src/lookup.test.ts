import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Float,
  inCidr,
  likeMatcher,
  parseCidr,
  parseIp,
  valueToJsonText,
  type ExpressionError,
  type FieldValue,
  type StepAccount,
} from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildInThread } from './build/build-in-thread.ts';
import { buildTable, createTableLayer } from './build/build-table.ts';
import { inspectTable } from './build/inspect-table.ts';
import { openTable, type LookupTable } from './lookup-table.ts';
import { lookupLimits } from './limits.ts';
import type { LookupSource } from './parse/create-parser.ts';
import { matcherOf, type MatchOptions } from './search/matcher.ts';
import { TableShelf } from './versions/table-shelf.ts';

const csv = (keyColumn = 'k'): LookupSource => ({ format: 'csv', keyColumn });
const jsonLines = (keyColumn = 'k'): LookupSource => ({ format: 'json-lines', keyColumn });

function open(text: string | Uint8Array, source: LookupSource = csv()): LookupTable {
  const built = buildTable(typeof text === 'string' ? Buffer.from(text) : text, source);
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  return openTable(built.value);
}

function openInPieces(bytes: Uint8Array, source: LookupSource, size: number): LookupTable {
  const inspector = inspectTable(source, { keys: 'first' });
  for (let at = 0; at < bytes.length; at += size) inspector.push(bytes.subarray(at, at + size));
  const facts = inspector.finish();
  if (!facts.ok) throw new Error(facts.error.code);
  const layer = createTableLayer(source, facts.value);
  for (let at = 0; at < bytes.length; at += size + 1) layer.push(bytes.subarray(at, at + size + 1));
  return openTable(layer.finish());
}

/** The builder's fault; the inspector, which is given the bytes in pieces, must say the same. */
function fault(text: string | Uint8Array, source: LookupSource = csv(), limits = lookupLimits, pieceBytes = 1): object | undefined {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const built = buildTable(bytes, source, limits);
  const inspector = inspectTable(source, { limits, keys: 'first' });
  for (let at = 0; at < bytes.length; at += pieceBytes) inspector.push(bytes.subarray(at, at + pieceBytes));
  const inspected = inspector.finish();
  expect(inspected.ok ? undefined : inspected.error).toEqual(built.ok ? undefined : built.error);
  return built.ok ? undefined : built.error;
}

const rowsOf = (table: LookupTable): FieldValue[][] =>
  Array.from({ length: table.rows }, (_, row) => table.columns.map((_name, column) => table.value(row, column)));

function find(table: LookupTable, key: string, options: MatchOptions = { match: 'exact' }): number {
  const bytes = Buffer.from(`<${key}>`);
  return matcherOf(table, options).find(bytes, 1, bytes.length - 1);
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

describe('csv', () => {
  test('quotes, line ends in cells, CRLF, byte order mark, empty lines, empty and quoted empty cells', () => {
    const table = open('\uFEFFk;"a;b";c\r\n1;"x ""y""\r\nz";\r\n\r\n"2";"";ñ\r\n;only;\n3;a\rb;""');
    expect(table.columns).toEqual(['k', 'a;b', 'c']);
    expect(rowsOf(table)).toEqual([
      ['1', 'x "y"\r\nz', null],
      ['2', '', 'ñ'],
      [null, 'only', null],
      ['3', 'a\rb', ''],
    ]);
    expect([find(table, '2'), find(table, ''), table.keyless]).toEqual([1, -1, 1]);
  });

  test('a file whose lines end with a carriage return alone is read with its lines', () => {
    const text = '\uFEFFk,"a\rb"\r1,"x\ry"\r\r2,\r3,z';
    for (const size of [1, 2, 3, 100]) {
      const table = openInPieces(Buffer.from(text), csv(), size);
      expect(table.columns).toEqual(['k', 'a\rb']);
      expect(rowsOf(table)).toEqual([
        ['1', 'x\ry'],
        ['2', null],
        ['3', 'z'],
      ]);
    }
    expect(fault('k,a\r1,"x\ry"\r\r3\r')).toEqual({ code: 'LOOKUP_RAGGED', line: 5, column: 2, detail: '2' });
    expect(open('k\r').rows).toBe(0);
  });

  test('the separator is found out, or taken as said', () => {
    expect(open('k\ta\tb,c\n1\t2\t3').columns).toEqual(['k', 'a', 'b,c']);
    expect(open('k,a;b\n1,2').columns).toEqual(['k', 'a;b']);
    expect(open('k\n1').columns).toEqual(['k']);
    expect(open('k,a;b\n1;2', { ...csv('k,a'), separator: ';' }).columns).toEqual(['k,a', 'b']);
  });

  test('what is refused, with its line', () => {
    expect(fault('')).toEqual({ code: 'LOOKUP_EMPTY' });
    expect(fault('\uFEFF')).toEqual({ code: 'LOOKUP_EMPTY' });
    expect(fault('k,a\n1,2\n\n3\n')).toEqual({ code: 'LOOKUP_RAGGED', line: 4, column: 2, detail: '2' });
    expect(fault('k,a\n1,2,3')).toEqual({ code: 'LOOKUP_RAGGED', line: 2, column: 3, detail: '2' });
    expect(fault('k,a\n"x\ny",2\n1,"open')).toEqual({ code: 'LOOKUP_QUOTE', line: 4, column: 2 });
    expect(fault('k,a\n"x"y,2')).toEqual({ code: 'LOOKUP_QUOTE', line: 2, column: 1 });
    expect(fault('k,k\n1,2')).toEqual({ code: 'LOOKUP_HEADER', line: 1, column: 2, detail: 'k' });
    expect(fault('k,,a\n1,2,3')).toEqual({ code: 'LOOKUP_HEADER', line: 1, column: 2, detail: '2' });
    expect(fault('a,b\n1,2')).toEqual({ code: 'LOOKUP_KEY', detail: 'k' });
    expect(fault(Uint8Array.of(0x6b, 0x0a, 0xff))).toEqual({ code: 'LOOKUP_ENCODING', line: 2 });
    expect(fault(Buffer.concat([Buffer.from('k,ñ\n1,ñ\n2,'), Buffer.of(0xc3), Buffer.from('\n3,x')]))).toEqual({
      code: 'LOOKUP_ENCODING',
      line: 3,
    });
    expect(fault('k,a\n1,22222', csv(), { ...lookupLimits, cellBytesMax: 4 })).toEqual({ code: 'LOOKUP_TOO_LARGE', line: 2, column: 2 });
    expect(fault('k,a\n1,2', csv(), { ...lookupLimits, columnsMax: 1 })).toEqual({ code: 'LOOKUP_COLUMNS', detail: '1' });
    expect(fault('k,a\n1,2', csv(), { ...lookupLimits, fileBytesMax: 6 })).toEqual({ code: 'LOOKUP_TOO_LARGE' });
  });

  test('any cells, in pieces of any size: what was written is read', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', 'ñ', '😀', ' '), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (rows, lineEnd, size, closed) => {
          const text = [['k', 'x', 'y'], ...rows].map((row) => row.map(quoted).join(',')).join(lineEnd) + (closed ? lineEnd : '');
          const bytes = Buffer.from(text);
          expect(rowsOf(openInPieces(bytes, csv(), size))).toEqual(rows);
        },
      ),
    );
  });
});

describe('json lines', () => {
  test('types, columns as they appear, missing members, exact integers', () => {
    const table = open('{"k":"a","n":9007199254740993,"f":1.50}\r\n\n{"z":{"x":[1]},"k":"b","t":true,"n":null}\n{"k":7}', jsonLines());
    expect(table.columns).toEqual(['k', 'n', 'f', 'z', 't']);
    expect(rowsOf(table).map((row) => row.map((value) => valueToJsonText(value)))).toEqual([
      ['"a"', '9007199254740993', '1.5', 'null', 'null'],
      ['"b"', 'null', 'null', '{"x":[1]}', 'true'],
      ['7', 'null', 'null', 'null', 'null'],
    ]);
    expect(table.value(0, 2)).toEqual(new Float(1.5));
    expect(find(table, '7')).toBe(2);
  });

  test('what is refused', () => {
    expect(fault('', jsonLines())).toEqual({ code: 'LOOKUP_EMPTY' });
    expect(fault('{"k":1}\n[1]', jsonLines())).toEqual({ code: 'LOOKUP_JSON', line: 2, column: 1 });
    expect(fault('{"k":1}\n{"k":', jsonLines())).toEqual({ code: 'LOOKUP_JSON', line: 2, column: 6 });
    expect(fault('{"":1}', jsonLines())).toEqual({ code: 'LOOKUP_HEADER', line: 1, column: 1 });
  });

  test('in pieces of any size', () => {
    const bytes = Buffer.from('{"k":"ñandú"}\n{"k":"b"}\n');
    for (let size = 1; size < bytes.length; size += 1) {
      expect(rowsOf(openInPieces(bytes, jsonLines(), size))).toEqual([['ñandú'], ['b']]);
    }
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ñ', '.', '1'), maxLength: 5 });
const tableOf = (keys: readonly string[]): LookupTable => open(`k,v\n${keys.map((key, n) => `${quoted(key)},${n}\n`).join('')}`);

describe('against the plain way', () => {
  test('exact: a Map, the first row of equal keys', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), word, (keys, key) => {
        const table = tableOf(keys);
        expect(find(table, key)).toBe(keys.indexOf(key));
        for (const each of keys) expect(find(table, each)).toBe(keys.indexOf(each));
        expect(table.duplicates).toBe(keys.length - new Set(keys).size);
      }),
    );
  });

  test('ignore-case', () => {
    const table = tableOf(['Straße', 'ÑANDÚ', 'abc', 'ABC']);
    expect([
      find(table, 'ñandú', { match: 'ignore-case' }),
      find(table, 'aBc', { match: 'ignore-case' }),
      find(table, 'x', { match: 'ignore-case' }),
    ]).toEqual([1, 2, -1]);
  });

  test('prefix: the longest, then the first row', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, (keys, key) => {
        const best = keys.filter((each) => key.startsWith(each)).sort((a, b) => Buffer.byteLength(b) - Buffer.byteLength(a))[0];
        expect(find(tableOf(keys), key, { match: 'prefix' })).toBe(best === undefined ? -1 : keys.indexOf(best));
      }),
    );
  });

  test('cidr: the longest network, then the first row; IPv4 in IPv6; what is no address is not found', () => {
    const octet = fc.constantFrom('0', '1', '10', '128', '255');
    const address = fc.oneof(
      fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.')),
      fc.constantFrom('::', '::1', '2001:db8::1', '2001:db8:1::', 'fe80::1', '::ffff:10.1.1.1'),
    );
    const network = fc
      .tuple(address, fc.integer({ min: 0, max: 128 }))
      .map(([base, bits]) => `${base}/${base.includes(':') ? bits : bits % 33}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(network, address, fc.constant('nonsense')), { maxLength: 30 }), address, (keys, key) => {
        const ip = parseIp(key)!;
        const fitting = keys.flatMap((text, row) => {
          const cidr = parseCidr(text);
          return cidr !== undefined && inCidr(ip, cidr) ? [{ bits: cidr.bits, row }] : [];
        });
        const best = fitting.sort((a, b) => b.bits - a.bits || a.row - b.row)[0];
        expect(find(tableOf(keys), key, { match: 'cidr' })).toBe(best?.row ?? -1);
      }),
    );
    expect(find(tableOf(['0.0.0.0/0']), 'x', { match: 'cidr' })).toBe(-1);
  });

  test('range: both ends included, the first row of overlapping ones', () => {
    const range = fc.tuple(fc.integer({ min: -5, max: 20 }), fc.integer({ min: -5, max: 20 }));
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 20 }),
        fc.double({ min: -7, max: 22, noNaN: true }),
        fc.boolean(),
        (ranges, point, whole) => {
          const value = whole ? Math.round(point) : point;
          if (/e/.test(String(value))) return;
          const expected = ranges.findIndex(([low, high]) => low <= value && value <= high);
          const one = tableOf(ranges.map(([low, high]) => `${low}-${high}`));
          expect(find(one, String(value), { match: 'range' })).toBe(expected);
          const two = open(`k,end\n${ranges.map(([low, high]) => `${low},${high}\n`).join('')}`);
          expect(find(two, String(value), { match: 'range', endColumn: 1 })).toBe(expected);
        },
      ),
    );
  });

  test('range of addresses; scales do not mix; unreadable rows are never found', () => {
    const table = tableOf(['10.0.0.0-10.0.0.9', '2001:db8::-2001:db8::ff', '0-4294967295', 'x-y', '9-1', '-5--1', '']);
    const rows = ['10.0.0.5', '10.0.0.10', '2001:db8::f0', '2001:db8::100', '42', '-3', 'x', ''].map((key) =>
      find(table, key, { match: 'range' }),
    );
    expect(rows).toEqual([0, -1, 1, -1, 2, 5, -1, -1]);
  });

  test('wildcard: the first row that fits', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', 'ñ'), maxLength: 5 });
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 20 }), word, (keys, key) => {
        expect(find(tableOf(keys), key, { match: 'wildcard' })).toBe(keys.findIndex((each) => likeMatcher(each)(key, () => undefined)));
      }),
    );
    expect(find(tableOf(['a\\*', 'a*']), 'a*', { match: 'wildcard' })).toBe(0);
  });

  test('wildcard: one long key does not hold a lane, however many rows are tried', () => {
    const rows = Array.from({ length: 2000 }, (_, row) => `*${'a'.repeat(200)}${row}b*`);
    const key = Buffer.from('a'.repeat(60_000));
    let spent = 0;
    const event = { spend: (steps: number) => (spent += steps) };
    expect(() => matcherOf(tableOf(rows), { match: 'wildcard' }).find(key, 0, key.length, event)).toThrow('EXPR_LIMIT');
    expect(spent).toBeGreaterThan(10_000_000);
    expect(spent).toBeLessThan(10_100_000);
    expect(find(tableOf(rows), `${'a'.repeat(200)}1999b`, { match: 'wildcard' })).toBe(1999);
  });

  test('wildcard: searches for one event share its steps, whichever tables they look in', () => {
    const rows = (n: number) => Array.from({ length: 250 }, (_, row) => `*${n}-${row}b*`);
    const matchers = Array.from({ length: 50 }, (_, n) => matcherOf(tableOf(rows(n)), { match: 'wildcard' }));
    const key = Buffer.from('a'.repeat(60_000));
    const search = (account?: StepAccount) =>
      matchers.map((matcher) => {
        try {
          return matcher.find(key, 0, key.length, account);
        } catch (error) {
          return (error as ExpressionError).code;
        }
      });
    let spent = 0;
    const event = { spend: (steps: number) => (spent += steps) };
    expect(new Set(search())).toEqual(new Set([-1]));
    expect(search(event)).toEqual([-1, ...Array.from({ length: 49 }, () => 'EXPR_LIMIT')]);
  });
});

test('a document or an image is no file of rows, in pieces of any size', () => {
  const files = [
    Buffer.from(`%PDF-1.4\n${'1 0 obj\n'.repeat(2000)}`),
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d),
  ];
  for (const file of files)
    for (const pieceBytes of [1, 3, 5000, file.length]) {
      const inspector = inspectTable({ format: 'csv', keyColumn: '%PDF-1.4' });
      for (let at = 0; at < file.length; at += pieceBytes) inspector.push(file.subarray(at, at + pieceBytes));
      const inspected = inspector.finish();
      expect(inspected.ok ? undefined : inspected.error.code).toMatch(pieceBytes < 10 ? /^LOOKUP_/ : /^LOOKUP_TYPE$/);
    }
});

test('what an inspector says of a good file', () => {
  const inspector = inspectTable(csv());
  for (const byte of Buffer.from('k;ñ\na;1\n;2\n')) inspector.push(Uint8Array.of(byte));
  expect(inspector.finish()).toEqual({
    ok: true,
    value: { columns: ['k', 'ñ'], types: ['string', 'integer'], rows: 2, keyless: 1, cellBytes: 3 },
  });
});

test('ten thousand rows: each is found, others are not', () => {
  const table = open(`k,v\n${Array.from({ length: 10_000 }, (_, n) => `10.0.${n >> 8}.${n & 255},zone-${n % 7}\n`).join('')}`);
  for (let n = 0; n < 10_000; n += 1) expect(find(table, `10.0.${n >> 8}.${n & 255}`)).toBe(n);
  for (let n = 0; n < 1000; n += 1) expect(find(table, `11.0.${n >> 8}.${n & 255}`)).toBe(-1);
});

test('half a million rows: memory within twice the file, each key found, a ragged last row refuses the whole', () => {
  const count = 500_000;
  const file = Buffer.from(`k,v\n${Array.from({ length: count }, (_, n) => `host-${n}.example.org,zone-${n % 97}\n`).join('')}`);
  const table = open(file);
  expect(table.block.byteLength).toBeLessThanOrEqual(2 * file.length);
  for (let n = 0; n < count; n += 997) expect(find(table, `host-${n}.example.org`)).toBe(n);
  expect(fault(Buffer.concat([file, Buffer.from('a,b,c\n')]), csv(), lookupLimits, 65_536)).toBeDefined();
});

test('a file in a thread of its own, and a bad one', async () => {
  const path = join(tmpdir(), `acequia-lookup-${process.pid}.csv`);
  try {
    writeFileSync(path, 'k,v\na,1\n');
    const built = await buildInThread(path, csv());
    expect(built.ok && rowsOf(openTable(built.value))).toEqual([['a', '1']]);
    expect(await buildInThread(path, csv('x'))).toEqual({ ok: false, error: { code: 'LOOKUP_KEY', detail: 'x' } });
  } finally {
    rmSync(path);
  }
  await expect(buildInThread(path, csv())).rejects.toThrow('ENOENT');
});

test('versions: in force only when activated, swapped whole, the old one stays readable for its reader', () => {
  const block = (text: string) => {
    const built = buildTable(Buffer.from(text), csv());
    if (!built.ok) throw new Error(built.error.code);
    return built.value;
  };
  const shelf = new TableShelf();
  expect(shelf.activate('LK_1', 1)).toBe(false);
  shelf.put('LK_1', 1, block('k,v\na,1'));
  expect(shelf.block('LK_1')).toBeUndefined();
  expect(shelf.activate('LK_1', 1)).toBe(true);
  const held = shelf.block('LK_1')!;
  shelf.put('LK_1', 2, block('k,v\na,2'));
  expect(shelf.block('LK_1')).toBe(held);
  shelf.activate('LK_1', 2);
  expect(openTable(shelf.block('LK_1')!).text(0, 1)).toBe('2');
  expect(openTable(shelf.block('LK_1', 1)!).text(0, 1)).toBe('1');
  shelf.keepOnly(new Map([['LK_1', new Set([2])]]));
  expect(shelf.block('LK_1', 1)).toBeUndefined();
  expect(openTable(held).text(0, 1)).toBe('1');
  shelf.keepOnly(new Map());
  expect(shelf.block('LK_1')).toBeUndefined();
});
