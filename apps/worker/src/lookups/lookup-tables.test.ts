import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { KiB, silentLog } from '@acequia/base';
import { openTable } from '@acequia/lookup';
import type { DeployedLookup } from '@acequia/pipeline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canMount, fillDisk, freeDisk, mountSmallDisk, unmount } from '../../test/small-disk.ts';
import { LookupFiles } from './lookup-files.ts';
import { LookupTables } from './lookup-tables.ts';

let folder: string;
let served: Map<string, string>;
let fetched: string[];
/** Called when a file is asked for. */
let onFetch: () => void;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'acequia-lookups-')), 'files');
  served = new Map();
  fetched = [];
  onFetch = () => undefined;
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

function open(bytesMax?: number): LookupTables {
  return new LookupTables({
    files: new LookupFiles(folder),
    fetchFile: async (versionId, signal) => {
      signal.throwIfAborted();
      fetched.push(versionId);
      onFetch();
      const text = served.get(versionId);
      if (text === undefined) throw new Error('the server is away');
      return new Blob([text]).stream() as ReadableStream<Uint8Array>;
    },
    log: silentLog,
    ...(bytesMax === undefined ? {} : { bytesMax }),
  });
}

/** A lookup whose versions hold `k,v` rows with one value each; the last one is in force. */
function lookup(values: readonly string[], activeNumber = values.length, tenantId = 't1'): DeployedLookup {
  const versions = values.map((value, index) => {
    const text = `k,v\na,${value}\n`;
    served.set(`LV_${value}`, text);
    return { id: `LV_${value}`, number: index + 1, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
  });
  return { id: 'LK_1', tenantId, format: 'csv', separator: null, keyColumn: 'k', activeNumber, versions };
}

/** Whether all of them are here, once each is made or could not be. */
async function prepare(tables: LookupTables, lookups: readonly DeployedLookup[]): Promise<boolean> {
  tables.want(lookups, { again: true });
  await tables.settled();
  tables.want(lookups, { again: false });
  return tables.faults().length === 0;
}

const valueOf = (tables: LookupTables, version?: number, tenantId = 't1') => {
  const block = tables.block('LK_1', version, tenantId);
  return block && openTable(block).text(0, 1);
};

test('active and kept versions; another tenant sees none of them', async () => {
  const tables = open();
  expect(await prepare(tables, [lookup(['one', 'two'])])).toBe(true);
  expect([valueOf(tables), valueOf(tables, 1), valueOf(tables, 3), valueOf(tables, undefined, 't2')]).toEqual([
    'two',
    'one',
    undefined,
    undefined,
  ]);
});

test('a swap: the new table in force, nothing built twice, the old one released', async () => {
  const tables = open();
  const first = lookup(['one']);
  await prepare(tables, [first]);
  const both = lookup(['one', 'two']);
  const next = { ...both, versions: both.versions.slice(1) };
  await prepare(tables, [next]);
  expect([valueOf(tables), valueOf(tables, 1)]).toEqual(['two', 'one']);
  tables.release([next]);
  expect(valueOf(tables, 1)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([next.versions[0]!.sha256]);
  expect(fetched).toEqual(['LV_one', 'LV_two']);
  tables.release([]);
  expect([valueOf(tables), readdirSync(folder)]).toEqual([undefined, []]);
});

test('a restart without the server: from the disk', async () => {
  const wanted = lookup(['one']);
  await prepare(open(), [wanted]);
  served.clear();
  const again = open();
  expect(await prepare(again, [wanted])).toBe(true);
  expect(valueOf(again)).toBe('one');
});

test('a file that cannot be had, is too large, or is another one: the table before stays, and a later try works', async () => {
  const tables = open();
  await prepare(tables, [lookup(['one'])]);
  const next = lookup(['one', 'two']);
  for (const wrong of [undefined, 'k,v\na,longer than it should be\n', 'k,v\nb,two\n']) {
    if (wrong === undefined) served.delete('LV_two');
    else served.set('LV_two', wrong);
    expect(await prepare(tables, [next])).toBe(false);
    expect(tables.faults()).toEqual([{ lookupId: 'LK_1', tenantId: 't1', reason: { code: 'LOOKUP_NOT_LOADED', fields: { version: 2 } } }]);
    expect(valueOf(tables)).toBe('one');
    expect(existsSync(join(folder, next.versions[1]!.sha256))).toBe(false);
  }
  served.set('LV_two', 'k,v\na,two\n');
  expect(await prepare(tables, [next])).toBe(true);
  expect([valueOf(tables), tables.faults()]).toEqual(['two', []]);
});

test('tables that do not fit together: the one before stays, it is told why, and there is room again once the first is gone', async () => {
  const wanted = lookup(['one', 'two']);
  const [first, second] = wanted.versions.map((version) => ({ ...wanted, activeNumber: version.number, versions: [version] }));
  const alone = open();
  await prepare(alone, [first!]);
  const tableBytes = alone.block('LK_1', 1, 't1')!.byteLength;
  const tables = open(tableBytes * 1.5);
  expect(await prepare(tables, [first!])).toBe(true);
  expect(await prepare(tables, [second!])).toBe(false);
  expect([valueOf(tables), tables.faultOf('LK_1', 't1'), tables.faultOf('LK_1', 't2')]).toEqual(['one', 'LOOKUP_MEMORY', undefined]);
  expect(tables.faults()).toEqual([
    { lookupId: 'LK_1', tenantId: 't1', reason: { code: 'LOOKUP_MEMORY', fields: { version: 2, neededMB: 1, freeMB: 0, limitMB: 0 } } },
  ]);
  tables.release([second!]);
  expect(await prepare(tables, [second!])).toBe(true);
  expect([valueOf(tables), tables.faultOf('LK_1', 't1'), tables.faults()]).toEqual(['two', undefined, []]);
});

test('of several versions that are missing, the one that should be in force is told; a lookup nobody asks for is told no more', async () => {
  const tables = open();
  const wanted = lookup(['one', 'two', 'three'], 2);
  served.clear();
  expect(await prepare(tables, [wanted])).toBe(false);
  expect(tables.faults().map(({ reason }) => reason.fields)).toEqual([{ version: 2 }]);
  expect(await prepare(tables, [])).toBe(true);
  expect(tables.faults()).toEqual([]);
});

test('a version that only earlier events need is kept beside the one in force', async () => {
  const tables = open();
  const wanted = lookup(['one', 'two']);
  const [first, second] = wanted.versions.map((version) => ({ ...wanted, versions: [version] }));
  await prepare(tables, [
    { ...second!, activeNumber: 2 },
    { ...first!, activeNumber: null },
  ]);
  expect(tables.release([second!, { ...first!, activeNumber: null }])).toBe(true);
  expect(tables.release([second!, { ...first!, activeNumber: null }])).toBe(false);
  expect([valueOf(tables), valueOf(tables, 1)]).toEqual(['two', 'one']);
  expect(tables.release([second!])).toBe(true);
  expect([valueOf(tables), valueOf(tables, 1)]).toEqual(['two', undefined]);
});

test.skipIf(!canMount())(
  'a full disk: it says so, asks for nothing, leaves the space to others, and works once there is some',
  async () => {
    mountSmallDisk(folder, 2048);
    try {
      const tables = open();
      const value = 'x'.repeat(800 * KiB);
      const wanted = lookup([value]);
      fillDisk(folder, 400);
      expect([await prepare(tables, [wanted]), tables.lacksSpace, fetched.length]).toEqual([false, true, 0]);
      freeDisk(folder);
      onFetch = () => fillDisk(folder, 400);
      expect([await prepare(tables, [wanted]), tables.lacksSpace, readdirSync(folder)]).toEqual([false, true, ['.filler']]);
      freeDisk(folder);
      onFetch = () => undefined;
      expect([await prepare(tables, [wanted]), tables.lacksSpace]).toEqual([true, false]);
      expect(valueOf(tables) === value).toBe(true);
    } finally {
      unmount(folder);
    }
  },
);

test('stopped: nothing is fetched any more', async () => {
  const tables = open();
  tables.stop();
  expect(await prepare(tables, [lookup(['one'])])).toBe(false);
  expect(fetched).toEqual([]);
});

/** Tables whose files come when they are let through; `fetched` has those that are asked for. */
function openHeld() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (versionId: string) => gates.get(versionId) ?? gates.set(versionId, Promise.withResolvers()).get(versionId)!;
  const tables = new LookupTables({
    files: new LookupFiles(folder),
    fetchFile: async (versionId) => {
      fetched.push(versionId);
      await gateOf(versionId).promise;
      return new Blob([served.get(versionId)!]).stream() as ReadableStream<Uint8Array>;
    },
    log: silentLog,
  });
  const settled: string[] = [];
  const want = (lookups: readonly DeployedLookup[], again = true) =>
    tables.want(lookups, { again, onSettled: (tenantId) => settled.push(tenantId) });
  return {
    tables,
    settled,
    want,
    letThrough: (versionId: string) => gateOf(versionId).resolve(),
    refuse: (versionId: string) => gateOf(versionId).reject(new Error('no')),
  };
}

test('a file of one tenant that does not come keeps the table of another one from being made', async () => {
  const { tables, settled, want, letThrough } = openHeld();
  const [slow, quick] = [lookup(['slow'], 1, 't1'), lookup(['quick'], 1, 't2')];
  want([slow, quick]);
  expect([...tables.pending()]).toEqual(['t1', 't2']);
  letThrough('LV_quick');
  await expect.poll(() => settled).toEqual(['t2']);
  want([slow, quick], false);
  expect([valueOf(tables, undefined, 't2'), [...tables.pending()], tables.faults()]).toEqual(['quick', ['t1'], []]);
  expect(fetched).toEqual(['LV_slow', 'LV_quick']);
  // What is under way is not swept away.
  tables.release([slow, quick]);
  letThrough('LV_slow');
  await expect.poll(() => settled).toEqual(['t2', 't1']);
  want([slow, quick], false);
  expect([valueOf(tables), tables.pending().size]).toEqual(['slow', 0]);
});

test('a table that cannot be had is told once, and tried again only when it is asked for', async () => {
  const { tables, settled, want, refuse } = openHeld();
  const wanted = lookup(['one']);
  refuse('LV_one');
  want([wanted]);
  await expect.poll(() => settled).toEqual(['t1']);
  expect([tables.pending().size, tables.faults().length]).toEqual([0, 1]);
  want([wanted], false);
  expect(fetched).toEqual(['LV_one']);
  expect(await prepare(tables, [wanted])).toBe(false);
  expect([fetched, settled]).toEqual([['LV_one', 'LV_one'], ['t1']]);
});

test('a table that nobody wants any more when its file has come takes no room', async () => {
  const { tables, settled, want, letThrough } = openHeld();
  want([lookup(['old'])]);
  want([]);
  letThrough('LV_old');
  expect(await prepare(tables, [])).toBe(true);
  expect([valueOf(tables, 1), settled]).toEqual([undefined, []]);
});
