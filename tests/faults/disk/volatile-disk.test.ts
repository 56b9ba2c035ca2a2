import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@acequia/testkit/oracle';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cutModes, VolatileDisk, type CutMode } from './volatile-disk.ts';

let root: string;
let images = 0;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'volatile-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Contents of a file after a cut, undefined when it is not there. */
function afterCut(disk: VolatileDisk, name: string, mode: CutMode, seed = 1): string | undefined {
  const image = `${root}-image-${images++}`;
  disk.cutInto(image, seededRandom(seed), mode);
  const text = existsSync(join(image, name)) ? readFileSync(join(image, name), 'latin1') : undefined;
  rmSync(image, { recursive: true });
  return text;
}

test('what was synced, with its name, survives every cut', () => {
  const disk = new VolatileDisk(root);
  const { calls } = disk.startProcess();
  const fd = calls.open(join(root, 'f'), 'a');
  calls.write(fd, [Buffer.from('kept')]);
  calls.sync(fd);
  calls.syncFolder(root);
  for (const mode of cutModes) expect(afterCut(disk, 'f', mode)).toBe('kept');
});

test('without a sync of the folder the name is gone, without one of the file its bytes are', () => {
  const disk = new VolatileDisk(root);
  const { calls } = disk.startProcess();
  const fd = calls.open(join(root, 'f'), 'a');
  calls.write(fd, [Buffer.from('x')]);
  calls.sync(fd);
  expect(afterCut(disk, 'f', 'nothing')).toBeUndefined();
  calls.syncFolder(root);
  calls.write(fd, [Buffer.from('yz')]);
  expect(readFileSync(join(root, 'f'), 'latin1')).toBe('xyz');
  expect(afterCut(disk, 'f', 'nothing')).toBe('x');
  expect(afterCut(disk, 'f', 'everything')).toBe('xyz');
  const torn = new Set(Array.from({ length: 50 }, (_, seed) => afterCut(disk, 'f', 'torn', seed)));
  expect([...torn].toSorted()).toEqual(['x', 'xy', 'xyz']);
});

test('scattered sectors: zeros where one did not arrive', () => {
  const disk = new VolatileDisk(root);
  const { calls } = disk.startProcess();
  const fd = calls.open(join(root, 'f'), 'a');
  calls.syncFolder(root);
  calls.write(fd, [Buffer.from('a'.repeat(512)), Buffer.from('b'.repeat(512))]);
  const found = new Set(Array.from({ length: 50 }, (_, seed) => afterCut(disk, 'f', 'scattered', seed)));
  expect(found).toEqual(new Set(['', 'a'.repeat(512), '\0'.repeat(512) + 'b'.repeat(512), 'a'.repeat(512) + 'b'.repeat(512)]));
});

test('a failed sync: a later one that succeeds does not save what it lost', () => {
  const disk = new VolatileDisk(root);
  let fail = false;
  const { calls } = disk.startProcess((call) => {
    if (fail && call === 'sync') throw new Error('EIO');
  });
  const fd = calls.open(join(root, 'f'), 'a');
  calls.syncFolder(root);
  calls.write(fd, [Buffer.from('x')]);
  fail = true;
  expect(() => calls.sync(fd)).toThrow('EIO');
  fail = false;
  calls.sync(fd);
  expect(afterCut(disk, 'f', 'nothing')).toBe('');
});

test('an ended program changes nothing', () => {
  const disk = new VolatileDisk(root);
  const { calls, end } = disk.startProcess();
  const fd = calls.open(join(root, 'f'), 'a');
  end();
  expect(() => calls.write(fd, [Buffer.from('x')])).toThrow('killed');
  expect(readFileSync(join(root, 'f'), 'latin1')).toBe('');
});

test('a rename over a file: the cut leaves the old or the new one, never neither', () => {
  const disk = new VolatileDisk(root);
  const { calls } = disk.startProcess();
  for (const [name, text] of [
    ['f', 'old'],
    ['f.new', 'new'],
  ] as const) {
    const fd = calls.open(join(root, name), 'w');
    calls.write(fd, [Buffer.from(text)]);
    calls.sync(fd);
  }
  calls.syncFolder(root);
  calls.rename(join(root, 'f.new'), join(root, 'f'));
  expect(afterCut(disk, 'f', 'nothing')).toBe('old');
  expect(afterCut(disk, 'f', 'everything')).toBe('new');
});
