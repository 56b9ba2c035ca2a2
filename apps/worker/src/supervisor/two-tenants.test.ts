import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../test/file-child.ts', import.meta.url));
const tenants = ['t1', 't2'];

test(
  'two tenants with one path on one worker that is killed: each has its own lines, each of them once',
  { timeout: 240_000 },
  async () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-two-tenants-')));
    for (const name of ['in', 'out']) mkdirSync(join(directory, name));
    let written = 0;
    let child: ChildProcess | undefined;
    const start = () => (child = spawn(process.execPath, [program, directory, ...tenants], { stdio: ['ignore', 'ignore', 'inherit'] }));
    const kill = () =>
      new Promise((resolve) => {
        child!.once('exit', resolve);
        child!.kill('SIGKILL');
      });
    const write = (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => written + index);
      for (const tenant of tenants)
        appendFileSync(join(directory, `in/${tenant}.log`), lines.map((n) => `line ${n} of ${tenant} that is long enough\n`).join(''));
      written += count;
    };
    /** What is in the files of a tenant, the rotated ones too: `<number> <tenant>`. */
    const delivered = (tenant: string): string[] => {
      const folder = join(directory, 'out', tenant);
      return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => / line (\d+) of (\S+) that is long enough$/.exec(line)?.slice(1).join(' ') ?? line),
      );
    };
    const counts = () => tenants.map((tenant) => delivered(tenant).length);

    start();
    for (let cycle = 0; cycle < 4; cycle += 1) {
      const before = counts();
      write(3000 + cycle * 777);
      await expect
        .poll(() => counts().every((count, index) => count > before[index]!), { timeout: 90_000, interval: 10 + cycle * 7 })
        .toBe(true);
      await kill();
      start();
    }
    await expect.poll(() => Math.min(...counts()), { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(written);
    await kill();
    for (const tenant of tenants) {
      const expected = Array.from({ length: written }, (_, n) => `${n} ${tenant}`);
      const found = delivered(tenant);
      expect({
        lost: expected.length - new Set(found).size,
        doubled: found.length - new Set(found).size,
        others: found.filter((line) => !line.endsWith(` ${tenant}`)).length,
      }).toEqual({ lost: 0, doubled: 0, others: 0 });
      expect(readdirSync(join(directory, 'out', tenant)).length).toBeGreaterThan(1);
    }
    rmSync(directory, { recursive: true });
  },
);
