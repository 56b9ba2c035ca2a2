import { QueryClient } from '@tanstack/react-query';
import type { LookupVersion } from '@acequia/contract';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, NoAnswer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { invalidateEntities } from '#lib/operations/use-operation.ts';
import { awaitCheck, leaving } from './await-check.ts';

let version: LookupVersion;
const server = fakeServer({ 'lookups:findVersion': () => version, 'lookups:deleteVersion': {} });
const failing = (error: Error) => () => {
  throw error;
};

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  version = {
    number: 7,
    status: 'processing',
    columns: [],
    types: [],
    rows: 0,
    bytes: 10,
    checkedBytes: 0,
    fault: null,
    createdAt: 0,
    createdBy: 'ana',
  };
});

function begin() {
  const ending = new AbortController();
  const seen: (number | null)[] = [];
  const onProgress = ({ checkedBytes }: LookupVersion) => seen.push(checkedBytes);
  const end = awaitCheck(client, { lookupId: 'LK_1', number: 7, signal: ending.signal, onProgress });
  end.catch(() => undefined);
  return { ending, seen, end };
}
const hear = (next: Partial<LookupVersion>) => {
  version = { ...version, ...next };
  return invalidateEntities(client, ['lookup']);
};

test('progress and the end come with the stream of changes', async () => {
  const { seen, end } = begin();
  await expect.poll(() => seen).toContain(0);
  await hear({ checkedBytes: 4 });
  await expect.poll(() => seen).toContain(4);
  await hear({ status: 'active', checkedBytes: null });
  expect(await end).toMatchObject({ status: 'active' });
});

test('a lost answer does not end the wait; a refusal does', async () => {
  server.answer({ 'lookups:findVersion': failing(new NoAnswer()) });
  const { seen, end } = begin();
  await expect.poll(() => client.getQueryCache().getAll()[0]?.state.status).toBe('error');
  server.answer({ 'lookups:findVersion': () => version });
  await hear({});
  await expect.poll(() => seen).toContain(0);
  server.answer({ 'lookups:findVersion': failing(new Refusal('ACQ-NOT-FOUND')) });
  await hear({});
  await expect(end).rejects.toMatchObject({ code: 'ACQ-NOT-FOUND' });
});

test('cancelled: the version is deleted; when it has come into force meanwhile, that is told', async () => {
  const first = begin();
  await expect.poll(() => first.seen).toContain(0);
  first.ending.abort();
  await expect(first.end).rejects.toThrow();
  expect(server.inputs('lookups:deleteVersion')).toEqual([{ id: 'LK_1', number: 7 }]);
  const second = begin();
  await expect.poll(() => second.seen).toContain(0);
  server.answer({ 'lookups:deleteVersion': failing(new Refusal('ACQ-CONFIG')) });
  version = { ...version, status: 'active' };
  second.ending.abort();
  expect(await second.end).toMatchObject({ status: 'active' });
});

test('left alone: nothing is deleted', async () => {
  const { ending, seen, end } = begin();
  await expect.poll(() => seen).toContain(0);
  ending.abort(leaving);
  expect(await end).toBe(leaving);
  expect(server.inputs('lookups:deleteVersion')).toEqual([]);
});
