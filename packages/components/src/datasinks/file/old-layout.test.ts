import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog, type Log } from '@acequia/base';
import { FileShare } from '@acequia/component-sdk/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileStore } from './file-store.ts';
import { oldFolders } from './old-folders.fixtures.ts';
import { oldNames } from './old-names.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acequia-old-'));
});
afterEach(() => rmSync(root, { recursive: true }));

let nowMs = Date.UTC(2026, 10, 24);
const open = (
  run: string,
  checkpoint: string | undefined,
  settings: { tail?: string; log?: Log; mayName?: (path: string) => boolean; root?: string; roots?: string[] } = {},
) =>
  FileStore.open(
    {
      root: settings.root ?? root,
      roots: settings.roots ?? [root],
      tenantId: 'TE_1',
      mode: 0o640,
      sync: false,
      limits: { maxBytes: 0, everyMs: 0, keepFiles: undefined, keepDays: undefined },
      openFiles: 2,
      share: new FileShare(1000),
      tail: Buffer.from(settings.tail ?? ''),
      now: () => (nowMs += 1000),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      run,
      pipelineId: 'pipeline',
      mayName: settings.mayName ?? (() => true),
      log: settings.log ?? silentLog,
    },
    checkpoint,
  );

/** Puts a recorded folder down, with the numbers that its files have here. */
function restore(files: Readonly<Record<string, string>>): void {
  const names = Object.keys(files).toSorted((one, other) => Number(one.startsWith('.')) - Number(other.startsWith('.')));
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(
      join(root, name),
      files[name]!.replace(/"ino":"([^"]+)"/g, (_, of: string) => `"ino":${statSync(join(root, of)).ino}`),
    );
  }
  for (const [index, name] of Object.keys(files).entries()) utimesSync(join(root, name), 1000, 1000 + index);
}

/** As after SIGKILL: the log has no closing line. */
async function die(store: FileStore, run: string): Promise<void> {
  const log = join(root, '.acequia/TE_1', `${run}.opened`);
  const noted = readFileSync(log);
  await store.close();
  writeFileSync(log, noted);
}

const oldFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/^(\.acequia|TE_1)(\/|$)/.test(name) && statSync(join(root, name)).isFile())
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );

describe.each(oldFolders)('the folder of an earlier version: $name', ({ tail, checkpoints, files, settled }) => {
  const known: Readonly<Record<string, string>> = checkpoints;

  test.each([0, 1, 2])(
    'its lines are settled in the old place, the next ones go to the tenant, after %i crashes on the way',
    async (crashes) => {
      restore(files);
      const bookkeeping = readdirSync(join(root, '.acequia')).map((name) => [name, readFileSync(join(root, '.acequia', name), 'utf8')]);
      const runs = 'other' in known ? ['one', 'other'] : '.acequia/two.opened' in files ? ['two'] : ['one'];
      for (let life = 0; life <= crashes; life += 1) {
        for (const run of life % 2 === 0 ? runs : runs.toReversed()) {
          const store = await open(run, known[run] ?? known['one'], { tail });
          await store.append(
            `new-${run}`,
            1,
            () => [0],
            () => Promise.resolve(Buffer.from('next\n')),
          );
          await (life < crashes ? die(store, run) : store.close());
        }
      }
      expect(oldFiles()).toEqual(settled);
      for (const run of runs) expect(readFileSync(join(root, 'TE_1', `new-${run}`), 'utf8')).toBe(`next\n${tail}`);
      expect(readdirSync(join(root, '.acequia')).filter((name) => name.endsWith('.opened'))).toEqual(bookkeeping.map(([name]) => name));
      for (const [name, text] of bookkeeping) expect(readFileSync(join(root, '.acequia', name!), 'utf8')).toBe(text);
    },
  );

  test('a version published after the upgrade takes over from the old checkpoint', async () => {
    restore(files);
    const store = await open('next', known['one'], { tail });
    const { checkpoint } = await store.append(
      'a',
      1,
      () => [0],
      () => Promise.resolve(Buffer.from('next\n')),
    );
    await die(store, 'next');
    const again = await open('next', checkpoint, { tail });
    await again.close();
    expect(readFileSync(join(root, 'TE_1/a'), 'utf8')).toBe(`next\n${tail}`);
  });
});

test('lines that a template once wrote into an old log do nothing but be reported', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'acequia-outside-'));
  writeFileSync(join(outside, 'operator-token'), 'secret');
  const files = {
    'mine.log': 'mine',
    'theirs.log': 'theirs',
    'TE_2/mine.log': 'of a tenant',
    'mine.log.20261123T000005Z.1': 'rotated',
    'keys/token': 'token',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, '.acequia/TE_2'), { recursive: true });
  symlinkSync(outside, join(root, 'mine-link'));
  symlinkSync(join(outside, 'operator-token'), join(root, 'mine-token'));
  const crafted = [
    { do: 'open', path: '../outside', body: 0 },
    { do: 'open', path: join(outside, 'operator-token'), body: 0 },
    { do: 'open', path: 'mine-link/operator-token', body: 0 },
    { do: 'open', path: 'mine-token', body: 0 },
    { do: 'open', path: 'theirs.log', body: 0 },
    { do: 'open', path: 'TE_2/mine.log', body: 0 },
    { do: 'open', path: 'mine/../theirs.log', body: 0 },
    { do: 'open', path: '.acequia/run.opened', body: 0 },
    { do: 'open', path: 'mine.log', body: -1 },
    { do: 'open', path: 7, body: 0 },
    { do: 'rotate', path: 'mine.log', to: 'keys/token' },
    { do: 'rotate', path: 'mine.log', to: '../../etc/passwd' },
    { do: 'rotate', path: 'theirs.log', to: 'theirs.log.20261123T000005Z.1' },
    null,
  ].map((line, index) => JSON.stringify(line && { n: index + 1, ...line }));
  writeFileSync(join(root, '.acequia/run.opened'), `${crafted.join('\n')}\n`);
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_, text) => void warnings.push(text) };
  const store = await open('run', undefined, { log, mayName: oldNames('mine${x}', '', '') });
  await store.close();
  for (const [name, text] of Object.entries(files)) expect(readFileSync(join(root, name), 'utf8')).toBe(text);
  expect(readFileSync(join(outside, 'operator-token'), 'utf8')).toBe('secret');
  expect(warnings).toHaveLength(1);
  rmSync(outside, { recursive: true });
});

test('lines that do not belong into a log do nothing but be reported', async () => {
  const first = await open('run', undefined);
  await first.append(
    'a',
    1,
    () => [0],
    () => Promise.resolve(Buffer.from('1\n')),
  );
  await die(first, 'run');
  writeFileSync(join(root, 'victim'), 'victim');
  const log = join(root, '.acequia/TE_1/run.opened');
  const { ino } = statSync(join(root, 'victim'));
  const crafted = [
    { n: 2, do: 'open', path: '../victim', ino: String(ino), body: 0, atMs: 0 },
    { n: 3, do: 'open', path: join(root, 'victim'), ino: String(ino), body: 0, atMs: 0 },
    { n: 4, do: 'rotate', path: 'a', to: '../victim', ino: String(ino) },
    { n: 5, do: 'rotate', path: 'a', to: 'b', ino: String(ino) },
    { n: 6, do: 'open', path: 'x', ino: '../1', body: 0, atMs: 0 },
    { n: '7', do: 'close', bodies: [] },
    { n: 8, do: 'close', bodies: [null] },
  ];
  writeFileSync(log, `${readFileSync(log, 'utf8')}${crafted.map((line) => JSON.stringify(line)).join('\n')}\nnull\n{"n":9,"do":"op`);
  const warnings: unknown[] = [];
  const again = await open('run', undefined, { log: { ...silentLog, warn: (fields) => void warnings.push(fields) } });
  expect(warnings).toEqual([{ run: 'run', lines: 8 }]);
  expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('victim');
  expect(readFileSync(join(root, 'TE_1/a'), 'utf8')).toBe('');
  await again.close();
});

test.each([
  ['logs/${app}.ndjson', '', '', 'logs/web.ndjson', true],
  ['logs/${app}.ndjson', '', '', 'log/web.ndjson', false],
  ['logs/${app}.ndjson', '', '', 'logs/web.log', false],
  ['./logs/${app}.gz', '', '.gz', 'logs/web.gz', true],
  ['out', '.RP_1', '.zst', 'out.RP_1.zst', true],
  ['a..b/${x}', '', '', 'ab/x', true],
  ['${x}', '', '', 'anything', true],
  ['${', '', '', 'anything', false],
])('old names of %s', (source, own, ending, path, expected) => {
  expect(oldNames(source, own, ending)(path)).toBe(expected);
});

test('a run that wrote below one folder and was moved to another by an edit is undone in both after a crash', async () => {
  const other = mkdtempSync(join(tmpdir(), 'acequia-other-'));
  const at = (place: string, checkpoint: string | undefined) => open('run', checkpoint, { root: place, roots: [root, other] });
  const write = async (store: FileStore, line: string) =>
    (
      await store.append(
        'a',
        1,
        () => [0],
        () => Promise.resolve(Buffer.from(`${line}\n`)),
      )
    ).checkpoint;
  mkdirSync(join(other, 'TE_1'));
  writeFileSync(join(other, 'TE_1/a'), 'of another, long enough to be cut\n');
  const first = await at(root, undefined);
  const committed = await write(first, '1');
  const reported = await write(first, '2');
  await first.close();
  const moved = await at(other, reported);
  await write(moved, '3');
  await moved.close();
  const again = await at(other, committed);
  expect(readFileSync(join(root, 'TE_1/a'), 'utf8')).toBe('1\n');
  expect(readFileSync(join(other, 'TE_1/a'), 'utf8')).toBe('of another, long enough to be cut\n');
  await again.close();
  expect(existsSync(join(other, '.acequia/TE_1/run.opened'))).toBe(true);
  rmSync(other, { recursive: true });
});
