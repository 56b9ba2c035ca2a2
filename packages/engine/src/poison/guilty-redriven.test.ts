import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runToEnd } from '../../test/run-until-killed.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'acequia-redriven-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const child = fileURLToPath(new URL('../../test/redriven-child.ts', import.meta.url));
const run = (...args: readonly string[]) => runToEnd(child, [directory, ...args]);
const linesOf = (name: string) =>
  readFileSync(join(directory, `${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n');

test(
  'an event that came in once more beside one that ends the process still comes to its own data sink, and to no other again',
  { timeout: 60_000 },
  async () => {
    expect(await run('refuse', '2')).toEqual(['fast TOY_NO one', 'mark TOY_BAD a deadly event, bad']);
    expect([linesOf('fast'), linesOf('slow')]).toEqual([['a deadly event, bad'], ['one']]);
    for (const mode of ['redrive', 'run']) await expect(run(mode, '2')).rejects.toThrow('JSON');
    const aside = ['mark ENGINE_CRASH a deadly event, bad', 'mark ENGINE_CRASH one'];
    expect(await run('run', '2')).toEqual(aside);
    expect(await run('redrive', '1', 'one')).toEqual(aside.slice(0, 1));
    expect([linesOf('fast'), linesOf('slow')]).toEqual([['a deadly event, bad', 'one'], ['one']]);
  },
);
