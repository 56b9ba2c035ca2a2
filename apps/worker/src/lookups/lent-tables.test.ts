import { systemClock } from '@acequia/base';
import type { DeployedLookup } from '@acequia/pipeline';
import { beforeEach, expect, test } from 'vitest';
import { LentTables } from './lent-tables.ts';

let built: string[];
let fails: boolean;
let hold: Promise<void>;
let passedMs: number;
const running = new SharedArrayBuffer(8);
/** Waits end at once. */
const clock = { ...systemClock, monotonic: () => passedMs, sleep: () => Promise.resolve() };

beforeEach(() => {
  built = [];
  fails = false;
  hold = Promise.resolve();
  passedMs = 0;
});

const lookup = (id: string, bytes = 8, tenantId = 't1'): DeployedLookup => ({
  id,
  tenantId,
  format: 'csv',
  separator: null,
  keyColumn: 'k',
  activeNumber: 2,
  versions: [{ id: `LV_${id}`, number: 2, bytes, sha256: id }],
});

function open(tableBytes = 8, waits = clock): LentTables {
  return new LentTables({
    tables: { block: (id, version, tenantId) => (id === 'runs' && version === 2 && tenantId === 't1' ? running : undefined) },
    maker: {
      build: async ({ id }) => {
        await hold;
        if (fails) throw new Error('the server is away');
        built.push(id);
        return new SharedArrayBuffer(tableBytes);
      },
      release: () => true,
      stop: () => undefined,
    },
    clock: waits,
  });
}

const patient = { ...clock, sleep: () => new Promise<void>(() => undefined) };

test('a table that nothing that runs searches is made once; one that runs is not made again', async () => {
  const lent = open(8, patient);
  const [first, again] = await Promise.all([lent.lend('t1', [lookup('new'), lookup('runs')]), lent.lend('t1', [lookup('new')])]);
  expect(first('new', undefined)).toBeDefined();
  expect(first('new', 2)).toBe(again('new', undefined));
  expect(first('runs', undefined)).toBe(running);
  expect([first('new', 1), first('other', undefined)]).toEqual([undefined, undefined]);
  expect(built).toEqual(['new']);
});

test('does not give out a table of another tenant', async () => {
  const find = await open(8, patient).lend('t2', [lookup('new'), lookup('runs')]);
  expect([find('new', 2), find('runs', 2), built]).toEqual([undefined, undefined, []]);
});

test('what cannot be had is not there, and is tried again for the next question', async () => {
  const lent = open(8, patient);
  fails = true;
  expect((await lent.lend('t1', [lookup('new')]))('new', 2)).toBeUndefined();
  fails = false;
  expect((await lent.lend('t1', [lookup('new')]))('new', 2)).toBeDefined();
});

test('a question does not wait for ever: the table is there for the next one', async () => {
  const lent = open();
  let go = (): void => undefined;
  hold = new Promise((resolve) => (go = resolve));
  expect((await lent.lend('t1', [lookup('slow')]))('slow', 2)).toBeUndefined();
  go();
  await expect.poll(async () => (await lent.lend('t1', [lookup('slow')]))('slow', 2)).toBeDefined();
});

test('a file too large for a question is not fetched; tables do not pile up', async () => {
  const lent = open(100 * 2 ** 20, patient);
  expect((await lent.lend('t1', [lookup('huge', 2 ** 30)]))('huge', 2)).toBeUndefined();
  for (const id of ['a', 'b', 'c']) await lent.lend('t1', [lookup(id)]);
  await lent.lend('t1', [lookup('c')]);
  expect(built).toEqual(['a', 'b', 'c']);
  await lent.lend('t1', [lookup('a')]);
  expect(built).toEqual(['a', 'b', 'c', 'a']);
});
