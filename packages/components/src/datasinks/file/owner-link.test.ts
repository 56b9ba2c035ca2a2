import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOwnerLink, readOwnerLink } from './owner-link.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'acequia-owner-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test.each([40, 5000])('an owner of %i characters is there whole, and is not replaced by another one', async (characters) => {
  const [path, owner] = [join(folder, 'held'), 'o'.repeat(characters)];
  expect(await readOwnerLink(path)).toBeUndefined();
  expect(await makeOwnerLink(path, owner)).toBe(true);
  expect(await makeOwnerLink(path, 'another')).toBe(false);
  expect(await readOwnerLink(path)).toBe(owner);
});
