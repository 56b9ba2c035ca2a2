import { QueryClient } from '@tanstack/react-query';
import type { LookupVersion } from '@acequia/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { OperationError } from '#lib/operations/operation-error.ts';
import { invalidateEntities } from '#lib/operations/use-operation.ts';
import { awaitCheck, leaving } from './await-check.ts';

const calls: string[] = [];
let version: Partial<LookupVersion>;
let fail: (name: string) => Error | undefined;
vi.mock('#lib/operations/call.ts', () => ({
  callOperation: (name: string) => {
    calls.push(name);
    const error = fail(name);
    return error ? Promise.reject(error) : Promise.resolve({ ...version });
  },
}));

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  calls.length = 0;
  version = { status: 'processing', bytes: 10, checkedBytes: 0 };
  fail = () => undefined;
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
  fail = () => new OperationError('NETWORK');
  const { seen, end } = begin();
  await expect.poll(() => client.getQueryCache().getAll()[0]?.state.status).toBe('error');
  fail = () => undefined;
  await hear({});
  await expect.poll(() => seen).toContain(0);
  fail = () => new OperationError('ACQ-NOT-FOUND');
  await hear({});
  await expect(end).rejects.toMatchObject({ code: 'ACQ-NOT-FOUND' });
});

test('cancelled: the version is deleted; when it has come into force meanwhile, that is told', async () => {
  const first = begin();
  await expect.poll(() => first.seen).toContain(0);
  first.ending.abort();
  await expect(first.end).rejects.toThrow();
  expect(calls).toContain('lookups:deleteVersion');
  const second = begin();
  await expect.poll(() => second.seen).toContain(0);
  fail = (name) => (name === 'lookups:deleteVersion' ? new OperationError('ACQ-CONFIG') : undefined);
  version = { ...version, status: 'active' };
  second.ending.abort();
  expect(await second.end).toMatchObject({ status: 'active' });
});

test('left alone: nothing is deleted', async () => {
  const { ending, seen, end } = begin();
  await expect.poll(() => seen).toContain(0);
  ending.abort(leaving);
  expect(await end).toBe(leaving);
  expect(calls).not.toContain('lookups:deleteVersion');
});
