import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { makeFileRoots } from './file-roots.ts';
import { StartFault } from './start-fault.ts';

const rootsOf = (text: string | undefined) => readConfig(text === undefined ? {} : { ACEQUIA_FILE_ROOTS: text }, '/work').fileRoots;

test.each([
  [undefined, ['/work/data/files']],
  ['', []],
  ['logs=/srv/logs', ['logs=/srv/logs']],
  ['/srv/logs, cold=/mnt/cold', ['/srv/logs', 'cold=/mnt/cold']],
  ['near=files/near,far', ['near=/work/files/near', '/work/far']],
  ['a name = /srv/a/../b', ['a name=/srv/b']],
  ['/srv/a=b', ['/srv/a=b']],
])('ACEQUIA_FILE_ROOTS=%s', (text, expected) => {
  expect(rootsOf(text)).toEqual(expected);
});

test.each(['logs=', '=/srv/logs', ' = /srv', 'a=/x,a=/y', '/x,/x', 'a=/x\u0007'])('%j is refused with the name of the setting', (text) => {
  expect(() => rootsOf(text)).toThrow(StartFault);
  expect(() => rootsOf(text)).toThrow('ACEQUIA_FILE_ROOTS');
});

test('the folders are made, without their names; one that cannot be made ends the start with the setting', () => {
  const place = mkdtempSync(join(tmpdir(), 'acequia-roots-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  makeFileRoots([`cold=${place}/a/b`, `${place}/c`]);
  expect([existsSync(join(place, 'a/b')), existsSync(join(place, 'c'))]).toEqual([true, true]);
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFileRoots([`x=${place}/file/y`])).toThrow(/ACEQUIA_FILE_ROOTS.*ENOTDIR/);
});
