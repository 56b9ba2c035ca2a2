import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKek } from './kek.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'acequia-kek-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const none = { key: undefined, previous: undefined };
const open = () => openKek(none, folder);

test('the key file is readable for its owner alone; one that others could read is not used (CVE-2026-45393)', () => {
  const first = open().ring.current;
  const file = path.join(folder, 'kek');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const mode of [0o604, 0o640, 0o644, 0o666, 0o602]) {
    chmodSync(file, mode);
    expect(open).toThrow(`chmod 600 ${file}`);
    expect(statSync(file).mode & 0o777).toBe(mode);
  }
  chmodSync(file, 0o600);
  expect(Buffer.from(open().ring.current)).toEqual(Buffer.from(first));
  open().renew!();
  chmodSync(`${file}.previous`, 0o644);
  expect(open).toThrow(`chmod 600 ${file}.previous`);
});

test('a rotation cut at any step loses neither key', () => {
  const context = ['c'];
  const store = open();
  const sealed = store.ring.seal(Buffer.from('x'), context);
  const next = store.renew!();
  const file = (name: string) => path.join(folder, name);
  // Cut after both renames: both keys are read.
  expect(open().ring.rotating).toBe(true);
  expect(open().ring.unseal(sealed, context).toString()).toBe('x');
  expect(Buffer.from(open().ring.current)).toEqual(Buffer.from(next));
  // Cut between the renames: the new key still has its other name.
  renameSync(file('kek'), file('kek.next'));
  expect(open().ring.unseal(sealed, context).toString()).toBe('x');
  expect(open().ring.rotating).toBe(true);
  // Cut before them: the new key counts for nothing.
  renameSync(file('kek'), file('kek.next'));
  renameSync(file('kek.previous'), file('kek'));
  expect(open().ring.rotating).toBe(false);
  expect(open().ring.unseal(sealed, context).toString()).toBe('x');
  const again = open();
  again.renew!();
  again.forget();
  expect(readdirSync(folder)).toEqual(['kek']);
  expect(() => open().ring.unseal(sealed, context)).toThrow();
});

test('keys of the environment are taken, both; one that is no key is refused with its name', () => {
  const keys = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64'));
  const store = openKek({ key: keys[0], previous: keys[1] }, folder);
  expect([store.ring.rotating, store.renew]).toEqual([true, undefined]);
  expect(readdirSync(folder)).toEqual([]);
  expect(() => openKek({ key: 'short', previous: undefined }, folder)).toThrow(/ACEQUIA_KEK /);
  expect(() => openKek({ key: keys[0], previous: 'short' }, folder)).toThrow(/ACEQUIA_KEK_PREVIOUS/);
  writeFileSync(path.join(folder, 'kek'), 'short', { mode: 0o600 });
  expect(() => open()).toThrow(/kek must contain/);
  expect(readFileSync(path.join(folder, 'kek'), 'utf8')).toBe('short');
});
