import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { systemClock } from '@acequia/base';
import { parseConfig } from '@acequia/component-sdk/definition';
import { Disconnected, Misconfigured, Reject, Retry } from '@acequia/component-sdk/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatasink, type DatasinkOptions, type TestDatasink } from '../../testing/datasink-harness.ts';
import type { TestEvent } from '../../testing/event-view.ts';
import { fileDatasink } from './definition.ts';
import { fileRuntime } from './runtime.ts';

/** The operator's folder, and the tenant's in it. */
let root: string;
let folder: string;
const open: TestDatasink[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acequia-file-'));
  folder = join(root, 't');
});
afterEach(async () => {
  for (const sink of open.splice(0)) await sink.open.close();
  rmSync(root, { recursive: true, force: true });
});

const never = new AbortController().signal;
const start = async (node: object, options: DatasinkOptions = {}, creation: object = {}): Promise<TestDatasink> => {
  const sink = await openDatasink(
    fileDatasink,
    fileRuntime,
    { root: 'files', ...creation },
    { path: 'a.ndjson', ...node },
    { fileRoots: { files: root }, ...options },
  );
  open.push(sink);
  return sink;
};
const write = async (sink: TestDatasink, events: readonly TestEvent[]): Promise<string | undefined> => {
  let checkpoint: string | undefined;
  for (const batch of sink.encode(events).batches) checkpoint = (await sink.open.send(batch, never))?.checkpoint;
  return checkpoint;
};
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const fault = (sink: TestDatasink, events: readonly TestEvent[] = [{ a: 1 }]): Promise<unknown> =>
  write(sink, events).then(
    () => undefined,
    (error: unknown) => error,
  );

/** A minute passes in some hundred looks at a file that another run holds. */
const hurried = (): { readonly clock: typeof systemClock } => {
  let nowMs = Date.now();
  return { clock: { ...systemClock, now: () => (nowMs += 100), sleep: () => new Promise((resolve) => setImmediate(resolve)) } };
};

/** As the engine does: tries again while another branch has the file. */
async function writeInTurn(sink: TestDatasink, events: readonly TestEvent[]): Promise<void> {
  for (let error: unknown = 'none yet'; error !== undefined;) {
    error = await fault(sink, events);
    if (error !== undefined) expect(error).toMatchObject({ code: 'DELIVERY_FILE_IN_USE' });
  }
}

it('a replay does not wait for the file of a running version, nor write into it', async () => {
  for (const [path, own, compression] of [
    ['a.ndjson', 'a.ndjson.RP_1', 'none'],
    ['b.gz', 'b.RP_1.gz', 'gzip'],
  ] as const) {
    const running = await start({ path, compression });
    await write(running, [{ n: 1 }]);
    const before = readFileSync(join(folder, path));
    await write(await start({ path, compression }, { replay: 'RP_1' }), [{ n: 2 }]);
    expect(readFileSync(join(folder, path))).toEqual(before);
    expect(readFileSync(join(folder, own)).length).toBeGreaterThan(0);
  }
  expect(read('a.ndjson.RP_1')).toBe('{"n":2}\n');
});

describe('formats', () => {
  it('ndjson in order, one file per path', async () => {
    const sink = await start({ path: 'apps/${app}/e.ndjson' });
    await write(sink, [
      { app: 'x', n: 1 },
      { app: 'y', n: 2 },
      { app: 'x', n: 3 },
    ]);
    expect(read('apps/x/e.ndjson')).toBe('{"app":"x","n":1}\n{"app":"x","n":3}\n');
    expect(read('apps/y/e.ndjson')).toBe('{"app":"y","n":2}\n');
    expect(statSync(join(folder, 'apps/x/e.ndjson')).mode & 0o777).toBe(0o640);
  });

  it('json-array is valid JSON after every batch, compressed too', async () => {
    for (const compression of ['none', 'gzip'] as const) {
      const path = compression === 'none' ? 'a.json' : 'b.json';
      const sink = await start({ path, format: 'json-array', compression });
      for (const n of [1, 2, 3]) {
        await write(sink, [{ n }, { n: n * 10 }]);
        const text = compression === 'none' ? read(path) : gunzipSync(readFileSync(join(folder, `${path}.gz`))).toString();
        expect(JSON.parse(text)).toHaveLength(n * 2);
      }
    }
  });

  it('csv has one header a file and quotes only what it must', async () => {
    const sink = await start({ path: 'a.csv', format: 'csv', content: 'chosen', fields: [{ field: 'a', name: 'first' }, { field: 'b' }] });
    await write(sink, [{ a: 'x,y', b: null }]);
    await write(sink, [{ b: 'say "hi"' }]);
    expect(read('a.csv')).toBe('first,b\r\n"x,y",\r\n,"say ""hi"""\r\n');
    await expect(start({ format: 'csv' })).rejects.toThrow('CONFIG_CSV_NEEDS_FIELDS');
  });

  it('gzip and zstd members read as one file', async () => {
    const gzip = await start({ path: 'g', compression: 'gzip', content: 'field', field: 'm' });
    const zstd = await start({ path: 'z', compression: 'zstd', content: 'field', field: 'm' });
    for (const m of ['one', 'two']) {
      await write(gzip, [{ m }]);
      await write(zstd, [{ m }]);
    }
    expect(gunzipSync(readFileSync(join(folder, 'g.gz'))).toString()).toBe('one\ntwo\n');
    const frames = readFileSync(join(folder, 'z.zst'));
    const second = frames.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 4);
    expect([frames.subarray(0, second), frames.subarray(second)].map((frame) => zstdDecompressSync(frame).toString())).toEqual([
      'one\n',
      'two\n',
    ]);
  });
});

describe('paths', () => {
  it('an event whose path is not one that can be used as it is is rejected, and never written under another name', async () => {
    const sink = await start({ path: 'logs/${p}/x.log' });
    const bad = ['../../etc', '..', '.', 'a/../.acequia', '.acequ\u0000ia', 'line\nbreak', '\u0085', 'x'.repeat(256)];
    const { batches, rejected } = sink.encode(bad.map((p) => ({ p })));
    expect([batches, rejected]).toEqual([[], bad.map(() => 'DELIVERY_PATH')]);
    await write(sink, [{ p: '/abs//deep' }, { p: 'a..b' }, {}]);
    expect([read('logs/abs/deep/x.log'), read('logs/a..b/x.log'), read('logs/x.log')]).toEqual([
      '{"p":"/abs//deep"}\n',
      '{"p":"a..b"}\n',
      '{}\n',
    ]);
  });

  it('a refused path is told as it is, not as the template that made it', async () => {
    const sink = await start({ path: 'web/${p}.ndjson' });
    const { messages } = sink.encode([{ p: '../x' }, { p: 'line\nbreak' }, { p: 'x'.repeat(5000) }]);
    expect(messages).toEqual(['web/../x.ndjson', '"web/line\\nbreak.ndjson"', `web/${'x'.repeat(508)}…`]);
  });

  it('two tenants that choose one path write two files, and rotation of one removes nothing of the other', async () => {
    const node = { maxSize: '1 KiB', keepFiles: 0 };
    const line = 'x'.repeat(700);
    const sinks = [await start(node, { tenantId: 'one' }), await start(node, { tenantId: 'two' })];
    await write(sinks[0]!, [{ n: 'of one' }]);
    for (const n of [1, 2, 3]) await write(sinks[1]!, [{ n, line }]);
    expect(readFileSync(join(root, 'one/a.ndjson'), 'utf8')).toBe('{"n":"of one"}\n');
    expect(readdirSync(join(root, 'two'))).toEqual(['a.ndjson']);
    for (const name of ['one', 'two', '.acequia', '.acequia/one']) expect(statSync(join(root, name)).mode & 0o777).toBe(0o700);
  });

  it('a template cannot reach the folder of the product, nor that of another tenant', async () => {
    const other = await start({}, { tenantId: 'other' });
    await write(other, [{ n: 'other' }]);
    for (const path of ['.acequia/t/branch1.opened', 'other/a.ndjson']) await write(await start({ path }), [{ n: 'mine' }]);
    expect(readFileSync(join(root, 'other/a.ndjson'), 'utf8')).toBe('{"n":"other"}\n');
    expect(read('.acequia/t/branch1.opened')).toBe('{"n":"mine"}\n');
    for (const path of ['../other/a.ndjson', 'x/../../.acequia/x'])
      expect((await start({ path })).encode([{}]).rejected).toEqual(['DELIVERY_PATH']);
  });

  it('a tenant whose id is no name of a folder is refused, and so is a link in place of its folder', async () => {
    for (const tenantId of ['..', '.acequia', 'a/b', '']) {
      expect(await fault(await start({}, { tenantId }))).toMatchObject({ outcome: 'misconfigured', code: 'DELIVERY_FILE_ROOT' });
    }
    symlinkSync(tmpdir(), folder);
    expect(await fault(await start({}))).toMatchObject({ outcome: 'misconfigured', code: 'DELIVERY_FILE_ROOT' });
  });

  it.each([
    ['a link', (away: string) => symlinkSync(away, folder)],
    ['a file', () => writeFileSync(folder, '')],
  ])('while %s lies in the place of its folder, what a tenant sends waits, and no event is refused', async (_, swap) => {
    const away = mkdtempSync(join(tmpdir(), 'acequia-away-'));
    const sink = await start({ path: 'logs/a.ndjson' }, { branchId: 'one' });
    const checkpoint = (await write(sink, [{ n: 1 }]))!;
    renameSync(folder, join(away, 'before'));
    swap(away);
    expect(await fault(sink)).toMatchObject({ outcome: 'misconfigured', code: 'DELIVERY_FILE_ROOT' });
    expect(readdirSync(away)).toEqual(['before']);
    rmSync(folder);
    await sink.open.close();
    await write(await start({ path: 'logs/a.ndjson' }, { branchId: 'one', checkpoint }), [{ n: 2 }]);
    expect(read('logs/a.ndjson')).toBe('{"n":2}\n');
    rmSync(away, { recursive: true });
  });

  it('what members read of a folder that cannot be used is its name, not where it is on the machine', async () => {
    symlinkSync(tmpdir(), folder);
    writeFileSync(join(root, 'plain'), '');
    const faults = [await fault(await start({})), await fault(await start({}, { fileRoots: { files: join(root, 'plain') } }))];
    expect(faults).toMatchObject([{ detail: { message: 't' } }, { detail: { message: 'plain' } }]);
  });

  it('a symbolic link out of the folder is refused, for a folder and for the file', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'acequia-outside-'));
    mkdirSync(folder);
    symlinkSync(outside, join(folder, 'link'));
    symlinkSync(join(outside, 'target'), join(folder, 'file.log'));
    expect(await fault(await start({ path: 'link/new/x.log' }))).toMatchObject({ outcome: 'reject', code: 'DELIVERY_PATH_OUTSIDE' });
    expect(await fault(await start({ path: 'file.log' }))).toBeInstanceOf(Reject);
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it('a folder the operator did not open, one that is gone, one in the way', async () => {
    await expect(start({}, { fileRoots: {} })).rejects.toBeInstanceOf(Misconfigured);
    await expect(start({}, {}, { root: '/srv/etc' })).rejects.toMatchObject({ code: 'DELIVERY_FILE_ROOT', detail: { message: 'etc' } });
    await expect(start({}, {}, { root: '__proto__' })).rejects.toBeInstanceOf(Misconfigured);
    await expect(start({}, {}, { root })).resolves.toBeDefined();
    expect(await fault(await start({}, { fileRoots: { files: join(root, 'gone') } }))).toMatchObject({
      outcome: 'misconfigured',
      code: 'DELIVERY_FILE_ROOT',
    });
    mkdirSync(join(folder, 'dir'), { recursive: true });
    expect(await fault(await start({ path: 'dir' }))).toMatchObject({
      outcome: 'reject',
      code: 'DELIVERY_PATH',
      detail: { message: 'dir (EISDIR)' },
    });
  });

  it('two branches write into one file in turns: who has committed all that it wrote lets the other one write', async () => {
    const first = await start({}, hurried());
    const second = await start({}, hurried());
    const committed = await write(first, [{ n: 1 }]);
    expect(await fault(second)).toMatchObject({ outcome: 'retry', code: 'DELIVERY_FILE_IN_USE' });
    first.open.committed!(committed);
    await writeInTurn(second, [{ n: 2 }]);
    expect(await fault(first)).toMatchObject({ outcome: 'retry', code: 'DELIVERY_FILE_IN_USE' });
    expect(read('a.ndjson')).toBe('{"n":1}\n{"n":2}\n');
  });

  it('nobody writes behind what a closed branch wrote until that is committed', async () => {
    const first = await start({}, { ...hurried(), branchId: 'one' });
    const committed = await write(first, [{ n: 1 }]);
    await first.open.close();
    const second = await start({}, hurried());
    expect(await fault(second)).toMatchObject({ code: 'DELIVERY_FILE_IN_USE' });
    const again = await start({}, { ...hurried(), branchId: 'one', checkpoint: committed! });
    again.open.committed!(committed);
    await writeInTurn(second, [{ n: 2 }]);
    expect(read('a.ndjson')).toBe('{"n":1}\n{"n":2}\n');
  });

  it('events that go to several files in turns fill batches of each', () => {
    const creation = parseConfig(fileDatasink.creation, { root: 'files' });
    const node = parseConfig(fileDatasink.node, { path: 'logs/${p}' });
    if (!creation.ok || !node.ok) throw new Error('refused');
    expect(fileRuntime.batching(creation.value, node.value)).toMatchObject({ order: 'group', concurrency: 1 });
  });

  it('more paths than open files', async () => {
    const sink = await start({ path: '${p}', openFiles: 2 });
    for (let round = 0; round < 3; round += 1)
      await write(
        sink,
        Array.from({ length: 6 }, (_, p) => ({ p: `f${p}`, round })),
      );
    for (let p = 0; p < 6; p += 1) expect(read(`f${p}`).trim().split('\n')).toHaveLength(3);
  });
});

describe('crash', () => {
  it('in the middle of a line: the replay leaves it whole and once', async () => {
    const sink = await start({});
    const committed = await write(sink, [{ n: 1 }]);
    await write(sink, [{ n: 2 }]);
    appendFileSync(join(folder, 'a.ndjson'), '{"n":3');
    await sink.open.close();
    forgetClose();
    const again = await start({}, { checkpoint: committed! });
    await write(again, [{ n: 2 }, { n: 3 }]);
    expect(read('a.ndjson')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
  });

  it('after a rotation, an evicted file and a new file', async () => {
    const node = { path: '${p}', maxSize: '1 KiB', openFiles: 1 };
    const line = 'x'.repeat(600);
    const sink = await start(node);
    await write(sink, [{ p: 'old', n: 0 }]);
    const committed = await write(sink, [{ p: 'a', n: 1, line }]);
    const lost: TestEvent[] = [
      { p: 'a', n: 2, line },
      { p: 'b', n: 3 },
      { p: 'old', n: 4 },
      { p: 'a', n: 5, line },
    ];
    for (const event of lost) await write(sink, [event]);
    await sink.open.close();
    forgetClose();
    const again = await start(node, { checkpoint: committed! });
    for (const event of lost) await write(again, [event]);
    const numbers = readdirSync(folder).flatMap((name) =>
      read(name)
        .trim()
        .split('\n')
        .map((text) => (JSON.parse(text) as { n: number }).n),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('json-array: the closing bracket comes back', async () => {
    const sink = await start({ format: 'json-array' });
    const committed = await write(sink, [{ n: 1 }]);
    await write(sink, [{ n: 2 }]);
    await sink.open.close();
    forgetClose();
    const again = await start({ format: 'json-array' }, { checkpoint: committed! });
    await write(again, [{ n: 9 }]);
    expect(JSON.parse(read('a.ndjson'))).toEqual([{ n: 1 }, { n: 9 }]);
  });

  it('closed in good order: what others wrote since stays', async () => {
    const sink = await start({});
    const committed = await write(sink, [{ n: 1 }]);
    await sink.open.close();
    appendFileSync(join(folder, 'a.ndjson'), '{"n":"other"}\n');
    await write(await start({}, { checkpoint: committed! }), [{ n: 2 }]);
    expect(read('a.ndjson')).toBe('{"n":1}\n{"n":"other"}\n{"n":2}\n');
  });

  it('before the first commit, in the middle of a line: what the run wrote is cut off, and what stood before stays', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.ndjson'), '{"n":0}\n');
    const sink = await start({}, { branchId: 'one' });
    await write(sink, [{ n: 1 }]);
    await dieTearing(sink);
    const again = await start({}, { branchId: 'one' });
    await write(again, [{ n: 1 }, { n: 2 }]);
    expect(read('a.ndjson')).toBe('{"n":0}\n{"n":1}\n{"n":2}\n');
  });

  it('before the first commit, twice, and after a rotation', async () => {
    const node = { maxSize: '1 KiB' };
    const line = 'x'.repeat(600);
    for (let life = 0; life < 2; life += 1) {
      const sink = await start(node, { branchId: 'one' });
      for (const n of [1, 2]) await write(sink, [{ n, line }]);
      await dieTearing(sink);
    }
    const last = await start(node, { branchId: 'one' });
    await write(last, [{ n: 1 }]);
    expect(readdirSync(folder).toSorted()).toEqual(['a.ndjson']);
    expect(read('a.ndjson')).toBe('{"n":1}\n');
  });

  it('before the first commit of a version that took the place of an earlier one', async () => {
    const earlier = await start({}, { branchId: 'earlier' });
    const handedOn = await write(earlier, [{ n: 1 }]);
    await earlier.open.close();
    for (const checkpoint of [undefined, handedOn!]) {
      const later = await start({}, { branchId: 'later', checkpoint: handedOn! });
      await write(later, [{ n: 2 }]);
      await dieTearing(later);
      const again = await start({}, { branchId: 'later', ...(checkpoint === undefined ? {} : { checkpoint }) });
      expect(await write(again, [{ n: 2 }])).toContain('later');
      expect(read('a.ndjson')).toBe('{"n":1}\n{"n":2}\n');
      await again.open.close();
      writeFileSync(join(folder, 'a.ndjson'), '{"n":1}\n');
    }
  });

  it('a torn line is cut off before another branch writes behind it', async () => {
    const sink = await start({}, { branchId: 'one' });
    await write(sink, [{ n: 1 }]);
    await dieTearing(sink);
    const other = await start({}, { branchId: 'other', ...hurried() });
    expect(await fault(other)).toMatchObject({ code: 'DELIVERY_FILE_IN_USE' });
    const again = await start({}, { branchId: 'one' });
    again.open.committed!(await write(again, [{ n: 1 }]));
    await writeInTurn(other, [{ n: 'other' }]);
    expect(read('a.ndjson')).toBe('{"n":1}\n{"n":"other"}\n');
  });

  it('a branch that does not come back holds nobody up: its file is moved away, and cut there when it does', async () => {
    const sink = await start({}, { branchId: 'one' });
    await write(sink, [{ n: 1 }]);
    await dieTearing(sink);
    const other = await start({}, { branchId: 'other', ...hurried() });
    const tries = Array.from({ length: 40 }, () => 'other');
    for (const n of tries) if ((await fault(other, [{ n }])) === undefined) break;
    expect(read('a.ndjson')).toBe('{"n":"other"}\n');
    const again = await start({}, { branchId: 'one', ...hurried() });
    expect(await fault(again)).toMatchObject({ code: 'DELIVERY_FILE_IN_USE' });
    expect(readdirSync(folder)).toEqual(['a.ndjson']);
  });

  /** As after SIGKILL in the middle of a line. */
  async function dieTearing(sink: TestDatasink): Promise<void> {
    appendFileSync(join(folder, 'a.ndjson'), '{"n":');
    await sink.open.close();
    forgetClose(sink.ctx.branch.id);
  }

  /** As after SIGKILL: the log of opened files has no closing line. Default: of all runs. */
  function forgetClose(run = ''): void {
    for (const name of readdirSync(join(root, '.acequia', 't')).filter((each) => each.startsWith(run) && each.endsWith('.opened'))) {
      const path = join(root, '.acequia', 't', name);
      writeFileSync(
        path,
        readFileSync(path, 'utf8')
          .split('\n')
          .filter((text) => !text.includes('"close"'))
          .join('\n'),
      );
    }
  }
});

describe('rotation and full disk', () => {
  it('by size and by age, old files removed', async () => {
    let nowMs = Date.UTC(2024, 4, 17, 14, 30);
    const sink = await start({ maxSize: '1 KiB', every: '1h', keepFiles: 2 }, { clock: { ...systemClock, now: () => nowMs } });
    for (let n = 0; n < 5; n += 1) await write(sink, [{ n, line: 'x'.repeat(700) }]);
    nowMs += 3_600_000;
    await write(sink, [{ n: 5 }]);
    const names = readdirSync(folder).toSorted();
    expect(names).toEqual(['a.ndjson', 'a.ndjson.20240517T143000Z.4', 'a.ndjson.20240517T153000Z.1']);
    expect(read('a.ndjson')).toBe('{"n":5}\n');
  });

  it('a full disk is tried again, nothing half written, and goes on', async () => {
    const small = join(root, 'small');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small]);
    try {
      const sink = await start({ path: 'f' }, { fileRoots: { files: small } });
      await write(sink, [{ n: 1 }]);
      writeFileSync(join(small, 'ballast'), 'b'.repeat(150 * 1024));
      const big = [{ n: 2, line: 'x'.repeat(300 * 1024) }];
      expect(await fault(sink, big)).toMatchObject({ outcome: 'retry', code: 'DELIVERY_DISK_FULL', waitMs: 2000 });
      expect(await fault(sink, big)).toBeInstanceOf(Retry);
      expect(readFileSync(join(small, 't/f'), 'utf8')).toBe('{"n":1}\n');
      await write(sink, [{ n: 3 }]);
      expect(readFileSync(join(small, 't/f'), 'utf8')).toBe('{"n":1}\n{"n":3}\n');
      await sink.open.close();
    } finally {
      execFileSync('umount', [small]);
    }
  });

  it('a batch that comes after the end opens nothing, and one under way is in the file before close has ended', async () => {
    const sink = await start({});
    const [batch] = sink.encode([{ n: 1 }]).batches;
    const sent = sink.open.send(batch!, never);
    await Promise.all([sink.open.close(), sent]);
    expect(read('a.ndjson')).toBe('{"n":1}\n');
    expect(await fault(sink)).toBeInstanceOf(Disconnected);
    expect(read('a.ndjson')).toBe('{"n":1}\n');
  });

  it('stop twice, and before anything was written', async () => {
    const sink = await start({});
    await sink.open.close();
    await sink.open.close();
    expect(readdirSync(root)).toEqual([]);
  });
});
