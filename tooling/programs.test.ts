import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bundlePrograms } from '../scripts/programs/bundle-programs.mjs';

const planted: string[] = [];
afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A tree with the given files; its bundles go to `target`. */
function plant(files: Readonly<Record<string, string>>): { root: string; target: string } {
  const root = mkdtempSync(join(tmpdir(), 'acequia-programs-'));
  planted.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return { root, target: join(root, 'dist/programs/one') };
}

const program = `
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { depth } from '../../../packages/deep/src/depth.ts';

const thread = new Worker(new URL('./thread.ts', import.meta.url));
thread.on('message', (stack: string) => {
  const asset = readFileSync(new URL('./asset.txt', import.meta.url), 'utf8');
  process.stdout.write(JSON.stringify({ asset, depth, stack }));
});
`;
const thread = `
import { parentPort } from 'node:worker_threads';
import { depth } from '../../../packages/deep/src/depth.ts';

interface Told {
  readonly stack: string;
}
function breaks(): Told {
  throw new Error(\`at depth \${depth}\`);
}
try {
  breaks();
} catch (error) {
  parentPort!.postMessage((error as Told).stack);
}
`;
const files = {
  'apps/toy/src/main.ts': program,
  'apps/toy/src/thread.ts': thread,
  'apps/toy/src/asset.txt': 'found',
  'packages/deep/src/depth.ts': `export const depth = 'seven';\n`,
};

test('a bundled program finds its files and threads, does not hide where an error was, and holds no path of this machine', async () => {
  const { root, target } = plant(files);
  await bundlePrograms(root, ['apps/toy/src/main.ts'], target);
  const run = spawnSync(process.execPath, [join(target, 'apps/toy/main.js')], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  const told = JSON.parse(run.stdout) as { asset: string; depth: string; stack: string };
  expect(told).toMatchObject({ asset: 'found', depth: 'seven' });
  const line = thread.split('\n').findIndex((text) => text.includes('throw')) + 1;
  expect(told.stack).toMatch(/^Error: at depth seven\n/);
  expect(told.stack).toContain(`breaks (${join(root, 'apps/toy/src/thread.ts')}:${line}:`);
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|map)$/.test(path)))
    expect(readFileSync(join(target, name), 'utf8'), name).not.toContain(root);
});

test.each([
  ['a source that does not parse', { 'apps/toy/src/main.ts': 'const = 1;\n' }, /main\.ts/],
  [
    'a place in the tree that only the source has',
    { 'apps/toy/src/main.ts': 'console.log(import.meta.dirname);\n' },
    /import\.meta\.dirname/,
  ],
  ['a thread that is not there', { 'apps/toy/src/thread.ts': undefined }, /thread\.ts, which is not there/],
])('%s does not leave a bundle that starts', async (_fear, broken, reason) => {
  const { root, target } = plant(files);
  for (const [name, text] of Object.entries(broken)) {
    if (text === undefined) rmSync(join(root, name));
    else writeFileSync(join(root, name), text);
  }
  await expect(bundlePrograms(root, ['apps/toy/src/main.ts'], target)).rejects.toThrow(reason);
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(dirname(target))).toEqual([]);
});
