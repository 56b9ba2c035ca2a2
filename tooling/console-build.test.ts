import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as FilePromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compressed } from '../apps/console/build/compressed.ts';

const open = vi.hoisted(() => ({ now: 0, most: 0 }));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof FilePromises>();
  const counted =
    <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      try {
        return await run(...given);
      } finally {
        open.now -= 1;
      }
    };
  return { ...real, readFile: counted(real.readFile as never), writeFile: counted(real.writeFile as never) };
});

test('the build of the console opens a few files at once, not all of them: it works where few may be open', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'acequia-build-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'assets'));
  for (let index = 0; index < 400; index += 1) writeFileSync(join(dir, `assets/${index}.js`), 'x'.repeat(index < 300 ? 2000 : 10));
  const { writeBundle } = compressed() as unknown as { writeBundle(options: { dir: string }): Promise<void> };
  await writeBundle({ dir });
  expect(open.most).toBeLessThanOrEqual(16);
  const names = readdirSync(join(dir, 'assets'));
  expect([names.filter((name) => name.endsWith('.br')).length, names.filter((name) => name.endsWith('.gz')).length]).toEqual([300, 300]);
});
