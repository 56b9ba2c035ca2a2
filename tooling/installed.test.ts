import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '../scripts/runtime.mjs';

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; optional?: boolean; os?: string[]; cpu?: string[] }>;
}
const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as Lock;
const lock = read('package-lock.json');
const installed = read('node_modules/.package-lock.json');
const without = (names: (name: string) => boolean): Lock => ({
  packages: Object.fromEntries(Object.entries(installed.packages).filter(([name]) => !names(name))),
});

test('after `npm ci` nothing is installed once more', () => {
  expect(isInstalled(lock, installed)).toBe(true);
});

test('a package that is missing, or another version of it, is installed', () => {
  const path = 'node_modules/vitest';
  expect(
    isInstalled(
      lock,
      without((name) => name === path),
    ),
  ).toBe(false);
  const other = { packages: { ...installed.packages, [path]: { ...installed.packages[path], version: '0.0.1' } } };
  expect(isInstalled(lock, other)).toBe(false);
  const changed = { packages: { ...installed.packages, [path]: { ...installed.packages[path], integrity: 'sha512-x' } } };
  expect(isInstalled(lock, changed)).toBe(false);
});

test('an install without the packages of this machine, such as Node itself, is not enough', () => {
  const isNode = (name: string) => /node-linux-/.test(name);
  expect(Object.keys(installed.packages).some(isNode)).toBe(true);
  expect(isInstalled(lock, without(isNode))).toBe(false);
});

test('a package of another machine may be missing', () => {
  const foreign = { version: '1.0.0', optional: true, os: ['plan9'], cpu: ['x64'] };
  expect(isInstalled({ packages: { ...lock.packages, 'node_modules/foreign': foreign } }, installed)).toBe(true);
});
