import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KiB, MiB } from '@acequia/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let ana: Browser;
let eva: Browser;
beforeAll(async () => {
  server = await createTestApp({ lookupBytesMax: MiB });
  ana = await server.user('owner');
  eva = await server.user('owner');
});
afterAll(() => server.stop());

let count = 0;
const lookup = async (user = ana): Promise<string> => {
  const name = `table ${(count += 1)}`;
  return (await user.call('lookups:create', { name, description: '', tags: [], format: 'csv', separator: null, keyColumn: 'k' })).id;
};
const rows = (bytes: number) => Buffer.from(`k\n${'a'.repeat(bytes - 3)}\n`).toString('base64');
const version = async (id: string, bytes: number) => {
  const { number } = await ana.call('lookups:createVersion', { id, bytes });
  await ana.call('lookups:putPart', { id, number, part: 0, content: rows(bytes) });
  await ana.call('lookups:finishVersion', { id, number });
  await expect.poll(async () => (await ana.call('lookups:findVersion', { id, number })).status).not.toBe('processing');
  return number;
};

test('files of a tenant, older versions included, take no more than its space; a file that does not fit is refused before its upload', async () => {
  const id = await lookup();
  for (const bytes of [400 * KiB, 400 * KiB]) await version(id, bytes);
  expect(await ana.refusal('lookups:createVersion', { id, bytes: 300 * KiB })).toBe('ACQ-LOOKUP-SPACE');
  expect(await ana.refusal('lookups:createVersion', { id: await lookup(), bytes: 300 * KiB })).toBe('ACQ-LOOKUP-SPACE');
  const { number } = await ana.call('lookups:createVersion', { id });
  await ana.call('lookups:putPart', { id, number, part: 0, content: rows(200 * KiB) });
  expect(await ana.refusal('lookups:putPart', { id, number, part: 1, content: rows(100 * KiB) })).toBe('ACQ-LOOKUP-SPACE');
  await ana.call('lookups:deleteVersion', { id, number });
  const own = await lookup(eva);
  await eva.call('lookups:createVersion', { id: own, bytes: MiB });
  await ana.call('lookups:deleteVersion', { id, number: 1 });
  await version(id, 300 * KiB);
});

test('a refresh that does not fit says so and keeps the version before', async () => {
  let body = 'k\na\n';
  const source = createServer((_request, response) => response.end(body));
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/sites.csv`;
  const id = await lookup(eva);
  await eva.call('lookups:setRefresh', { id, url, everyMs: 3_600_000, credentials: { kind: 'none' } });
  const found = () => eva.call('lookups:find', { id });
  await expect.poll(async () => (await found()).active).toMatchObject({ number: 1 });
  body = `k\n${Array.from({ length: 300_000 }, (_none, key) => key).join('\n')}\n`;
  await eva.call('lookups:refreshNow', { id });
  await expect.poll(async () => (await found()).refresh?.fault).toMatchObject({ code: 'LOOKUP_SPACE', fields: { usedMB: 1, maxMB: 1 } });
  expect(await found()).toMatchObject({ active: { number: 1 } });
  expect(await eva.call('lookups:listVersions', { id })).toHaveLength(1);
  await new Promise((resolve) => source.close(resolve));
});
