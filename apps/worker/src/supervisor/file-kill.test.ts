import { spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../test/file-child.ts', import.meta.url));

/**
 * The worker is killed at any moment while a writer goes on and rotates: the place in each file is in the journal with
 * its events, so no line is lost and none becomes two events. (A batch may be delivered again, with the same ids.)
 */
test.each(['renaming', 'copytruncate'] as const)(
  'SIGKILL under a writer that rotates by %s: every line once',
  { timeout: 240_000 },
  async (how) => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-file-kill-')));
    for (const name of ['in', 'out']) mkdirSync(join(directory, name));
    const log = join(directory, 'in/app.log');
    const out = join(directory, 'out/t1/all');
    let written = 0;
    let child: ChildProcess | undefined;
    const start = () => (child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'ignore', 'inherit'] }));
    const kill = () =>
      new Promise((resolve) => {
        child!.once('exit', resolve);
        child!.kill('SIGKILL');
      });
    const write = (count: number) => {
      let text = '';
      for (let index = 0; index < count; index++) text += `line ${written++} of a log that is long enough to be told apart\n`;
      appendFileSync(log, text);
    };
    /** Ids of the events of each line number. */
    const delivered = () => {
      const ids = new Map<number, Set<string>>();
      for (const text of existsSync(out) ? readFileSync(out, 'utf8').split('\n').slice(0, -1) : []) {
        const [, id = '', number] = /^(\S+) line (\d+) of/.exec(text) ?? [];
        ids.set(Number(number), (ids.get(Number(number)) ?? new Set()).add(id));
      }
      return ids;
    };

    start();
    for (let cycle = 0; cycle < 4; cycle++) {
      const before = delivered().size;
      for (let turn = 0; turn < 3; turn++) {
        write(2000 + cycle * 777);
        if (how === 'renaming') renameSync(log, `${log}.${cycle}-${turn}`);
      }
      write(500);
      await expect.poll(() => delivered().size, { timeout: 90_000, interval: 10 + cycle * 7 }).toBeGreaterThan(before);
      await kill();
      if (how === 'copytruncate') {
        copyFileSync(log, `${log}.${cycle}`);
        truncateSync(log, 0);
      }
      start();
    }
    await expect.poll(() => delivered().size, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(written);
    await kill();
    const seen = delivered();
    expect({
      lost: Array.from({ length: written }, (_, number) => number).filter((number) => !seen.has(number)).length,
      twice: [...seen.values()].filter((ids) => ids.size > 1).length,
      strange: seen.has(Number.NaN),
    }).toEqual({ lost: 0, twice: 0, strange: false });
    rmSync(directory, { recursive: true });
  },
);
