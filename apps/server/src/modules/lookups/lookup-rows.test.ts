import { lookupPartBytesMax } from '@acequia/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';
import { checkedVersion, uploadTable } from '../../test-lookup.ts';

let server: TestApp;
let ana: Browser;
let viewer: Browser;
let count = 0;

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  viewer = await server.user('viewer', ana.tenantId);
});
afterAll(() => server.stop());

async function table(file: string | Buffer, separator: ',' | null = null, partBytes = lookupPartBytesMax) {
  const name = `table ${(count += 1)}`;
  const { id } = await ana.call('lookups:create', { name, description: '', tags: [], format: 'csv', separator, keyColumn: 'k' });
  return { id, version: await upload(id, file, partBytes) };
}

async function upload(id: string, file: string | Buffer, partBytes = lookupPartBytesMax) {
  const bytes = Buffer.from(file);
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) => bytes.subarray(n * partBytes, (n + 1) * partBytes));
  return uploadTable(ana, id, parts);
}

test('rows page after page, and those with a text, for whoever may read', async () => {
  const lines = Array.from({ length: 250 }, (_, n) => `key-${n},${n % 50 === 7 ? 'Zarza' : 'other'}\n`);
  const { id } = await table(`k,"the ""place"""\n${lines.join('')}`, ',', 900);
  const read = async (search: string) => {
    const rows: (readonly [number, string | null])[] = [];
    let pages = 0;
    for (let from: { row: number; at: number } | null = { row: 0, at: 0 }; from; pages += 1) {
      const page: Awaited<ReturnType<typeof getRows>> = await getRows(search, from);
      expect(page.columns).toEqual(['k', 'the "place"']);
      rows.push(...page.rows.map(({ row, cells }) => [row, cells[0]!] as const));
      from = page.next;
    }
    return { rows, pages };
  };
  const getRows = (search: string, from: { row: number; at: number }) => viewer.call('lookups:getRows', { id, number: 1, search, ...from });
  const all = await read('');
  expect(all.pages).toBe(3);
  expect(all.rows).toEqual(lines.map((_, n) => [n, `key-${n}`]));
  expect((await read('zarza')).rows.map(([row]) => row)).toEqual([7, 57, 107, 157, 207]);
  expect((await read('nowhere')).rows).toEqual([]);
});

test('a file whose lines end with a carriage return alone shows its rows, page after page', async () => {
  const lines = Array.from({ length: 150 }, (_, n) => `key-${n},"a\r${n}"\r`);
  const { id, version } = await table(`k,v\r${lines.join('')}`, null, 500);
  expect(version).toMatchObject({ status: 'active', rows: 150 });
  const first = await viewer.call('lookups:getRows', { id, number: 1, search: '', row: 0, at: 0 });
  const second = await viewer.call('lookups:getRows', { id, number: 1, search: '', ...first.next! });
  expect([...first.rows, ...second.rows].map(({ cells }) => cells)).toEqual(lines.map((_, n) => [`key-${n}`, `a\r${n}`]));
  expect(second.next).toBeNull();
  const alone = await table('k,v', null);
  expect(await viewer.call('lookups:getRows', { id: alone.id, number: 1, search: '', row: 0, at: 0 })).toMatchObject({
    rows: [],
    next: null,
  });
});

test('the parts of the file are what was uploaded', async () => {
  const file = Buffer.from('\uFEFFk;v\na;"=1+1"\n');
  const { id } = await table(file, null, 7);
  const pieces: Buffer[] = [];
  const first = await viewer.call('lookups:getPart', { id, number: 1, part: 0 });
  for (let part = 0; part < first.parts; part += 1)
    pieces.push(Buffer.from((await viewer.call('lookups:getPart', { id, number: 1, part })).content, 'base64'));
  expect(Buffer.concat(pieces)).toEqual(file);
  expect(await viewer.refusal('lookups:getPart', { id, number: 1, part: first.parts })).toBe('ACQ-NOT-FOUND');
  expect(await viewer.refusal('lookups:createVersion', { id })).toBe('WEB-00027');
});

test('a failed or deleted version has no rows and no file', async () => {
  const { id } = await table('k\na\n');
  expect(await upload(id, 'k\na\na\n')).toMatchObject({ status: 'failed' });
  for (const name of ['lookups:getRows', 'lookups:getPart'] as const)
    expect(await ana.refusal(name, { id, number: 2, row: 0, at: 0, search: '', part: 0 } as never)).toBe('ACQ-CONFIG');
});

test('a new version keeps every earlier column and may bring new ones', async () => {
  const { id } = await table('k,site\na,1\n');
  expect(await upload(id, 'k,floor\na,1\n')).toMatchObject({
    status: 'failed',
    fault: { code: 'LOOKUP_COLUMN_GONE', fields: { detail: 'site' } },
  });
  expect(await upload(id, 'site,floor,k\n1,2,a\n')).toMatchObject({ status: 'active', types: ['integer', 'integer', 'string'] });
  await ana.call('lookups:activateVersion', { id, number: 1 });
  expect(await upload(id, 'k,site\na,1\n')).toMatchObject({ status: 'failed', fault: { fields: { detail: 'floor' } } });
  expect(await ana.call('lookups:find', { id })).toMatchObject({ active: { number: 1 } });
});

test('a key that stands twice names both lines; it never becomes active', async () => {
  const { version } = await table('k,v\na,1\nb,2\na,3\n');
  expect(version).toMatchObject({
    status: 'failed',
    fault: { code: 'LOOKUP_DUPLICATE', fields: { line: 4, column: 1, detail: 'a', before: 2 } },
  });
});

test('no part changes once the file is being read', async () => {
  const { id } = await table('k\na\n');
  const { number } = await ana.call('lookups:createVersion', { id });
  const content = Buffer.from('k\nb\n').toString('base64');
  await ana.call('lookups:putPart', { id, number, part: 0, content });
  const finish = () => ana.call('lookups:finishVersion', { id, number });
  await Promise.allSettled([finish(), finish()]);
  expect(await checkedVersion(ana, id, number)).toMatchObject({ status: 'active', rows: 1 });
  expect(await ana.call('lookups:listActivations', { id })).toHaveLength(2);
  expect(await ana.refusal('lookups:putPart', { id, number, part: 0, content })).toBe('ACQ-CONFIG');
});
