import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hourMs } from '@acequia/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApartFolder, removeLeftApartFolders } from './apart-folders.ts';

/** Above any number a system gives. */
const noProcess = 99_999_999;
let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'acequia-left-'))));
afterEach(() => rmSync(root, { recursive: true }));

test('what a dead process left is taken away; the folder of a living one, a young one, and anything else stays', () => {
  const left = join(root, `acequia-apart-${noProcess}-aB3`);
  const other = join(root, 'acequia-apart-notes');
  for (const folder of [left, other]) mkdirSync(folder);
  const own = makeApartFolder(root);
  removeLeftApartFolders(Date.now(), root);
  expect(existsSync(left)).toBe(true);
  removeLeftApartFolders(Date.now() + hourMs, root);
  expect([left, own, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
