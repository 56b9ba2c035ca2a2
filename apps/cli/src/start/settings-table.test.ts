import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const namesIn = (text: string): string[] => text.match(/\b(?:ACEQUIA_[A-Z][A-Z_]*[A-Z]|DATABASE_URL)\b/g) ?? [];

/** Set by `start` itself. */
const own = ['ACEQUIA_DEMO', 'ACEQUIA_ENROL_TOKEN', 'ACEQUIA_SERVER_URL', 'ACEQUIA_WORKER_DATA', 'ACEQUIA_WORKER_KEYS'];

/** What the sources of server and worker, and `start`, read of the environment. */
function settingsOfCode(): string[] {
  const files = ['apps/server/src', 'apps/worker/src', 'apps/cli/src/start']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/(test|testing)[-/]/.test(path));
  const names = new Set([...files, 'apps/cli/src/commands/start.ts'].flatMap((path) => namesIn(read(path))));
  return [...names].filter((name) => !own.includes(name)).toSorted();
}

test('a setting of start that the README does not name, or one that is no more', () => {
  const rows = read('apps/cli/README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line));
  expect(rows.flatMap((row) => namesIn(row.split('|')[1]!)).toSorted()).toEqual(settingsOfCode());
});

test('the README of the product leads to the table', () => {
  expect(read('README.md')).toContain('(apps/cli/README.md#settings-of-start)');
  expect(read('apps/cli/README.md')).toContain('\n## Settings of `start`\n');
});
