import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productVersion } from '@acequia/base';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const versionOf = (file: string) => (JSON.parse(read(file)) as { readonly version: string }).version;

test('the product shows the version of package.json, and the changelog leads to it', () => {
  expect(productVersion).toBe(versionOf('package.json'));
  expect(versionOf('package-lock.json')).toBe(versionOf('package.json'));
  const [, newest] = /(?:^## \[|first version will be )(\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  expect(newest).toBe(productVersion);
});

test('no program reads the version of a workspace, which is 0.0.0 for all of them', () => {
  const workspaces = globSync('{apps,packages}/*/package.json', { cwd: root });
  expect(workspaces.length).toBeGreaterThan(15);
  expect(workspaces.filter((file) => versionOf(file) !== '0.0.0')).toEqual([]);
  const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((file) => /npm_package_version|from '[^']*package\.json'|import\('[^']*package\.json'\)/.test(read(file)))).toEqual(
    [],
  );
});
