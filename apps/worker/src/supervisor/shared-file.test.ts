import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../test/file-child.ts', import.meta.url));
const patience = { timeout: 60_000, interval: 50 };
type Log = 'one' | 'two';

let directory: string;
let child: ChildProcess | undefined;
let written: Record<Log, number>;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-shared-file-')));
  for (const name of ['in', 'out']) mkdirSync(join(directory, name));
  written = { one: 0, two: 0 };
  start();
});
afterEach(async () => {
  await kill();
  rmSync(directory, { recursive: true });
});

/** Two pipelines of the tenant t1, one from each log, into one file. */
function start(): void {
  child = spawn(process.execPath, [program, directory, 't1:one', 't1:two'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const kill = () =>
  new Promise((resolve) => {
    child!.once('exit', resolve);
    child!.kill('SIGKILL');
  });

function write(log: Log, count: number): void {
  const numbers = Array.from({ length: count }, () => written[log]++);
  appendFileSync(join(directory, `in/${log}.log`), numbers.map((n) => `line ${n} of ${log} that is long enough\n`).join(''));
}

/** What is in the file, the rotated ones too: `<number> <log>`, or a line that is none. */
function delivered(): string[] {
  const folder = join(directory, 'out/t1');
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => /^\S+ line (\d+) of (\S+) that is long enough$/.exec(line)?.slice(1).join(' ') ?? line),
  );
}

const count = (log: Log) => new Set(delivered().filter((line) => line.endsWith(` ${log}`))).size;
const arrives = (log: Log) => expect.poll(() => count(log), patience).toBe(written[log]);

function expectEachOnce(): void {
  const expected = (['one', 'two'] as const).flatMap((log) => Array.from({ length: written[log] }, (_, n) => `${n} ${log}`));
  expect(delivered().toSorted()).toEqual(expected.toSorted());
}

test('a pipeline that is idle lets another one write its file, also after a kill', { timeout: 240_000 }, async () => {
  for (let cycle = 0; cycle < 3; cycle += 1) {
    for (const log of ['one', 'two'] as const) {
      write(log, 500);
      await arrives(log);
    }
    await kill();
    start();
  }
  write('one', 500);
  // The other's last lines too: what a kill left uncommitted is cut off and written once more.
  for (const log of ['one', 'two'] as const) await arrives(log);
  expectEachOnce();
});

test('two pipelines that write one file at once, killed at any moment: each line once', { timeout: 300_000 }, async () => {
  for (let cycle = 0; cycle < 5; cycle += 1) {
    const before = { one: count('one'), two: count('two') };
    for (let part = 0; part < 4; part += 1) for (const log of ['one', 'two'] as const) write(log, 1000 + cycle * 377);
    const moved = () =>
      cycle % 2 === 0 ? count('one') > before.one && count('two') > before.two : count('one') + count('two') > before.one + before.two;
    await expect.poll(moved, { timeout: 60_000, interval: 10 + cycle * 17 }).toBe(true);
    await kill();
    start();
  }
  for (const log of ['one', 'two'] as const) await arrives(log);
  expectEachOnce();
});
