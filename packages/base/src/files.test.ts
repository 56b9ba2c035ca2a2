import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceFile } from './files.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is replaced whole, and only its owner can read it', () => {
  const path = join(folder, 'state.json');
  replaceFile(path, 'a long first text');
  replaceFile(path, 'second');
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

test('a file that cannot be replaced is as it was', () => {
  const path = join(folder, 'state.json');
  replaceFile(path, 'first');
  mkdirSync(`${path}.new`);
  expect(() => replaceFile(path, 'second')).toThrow(/EISDIR/);
  expect(readFileSync(path, 'utf8')).toBe('first');
});
