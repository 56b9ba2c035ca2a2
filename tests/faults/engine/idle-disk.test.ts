import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MiB } from '@acequia/base';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { canMount } from './full-disk.ts';

const diskMb = 12;
const subject = fileURLToPath(new URL('./idle-disk-subject.ts', import.meta.url));

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'idle-disk-'));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]).status).toBe(0);
  onTestFinished(() => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'idle-disk-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const backMs = 10_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

test.skipIf(!canMount()).each<[string, boolean]>([
  ['the journal', false],
  ['the journal and of the file they go to', true],
])('events are taken and delivered within 10 s after the full disk of %s has space again', async (_name, isShared) => {
  const disk = mountDisk();
  const out = isShared ? join(disk, 'files') : newFolder();
  mkdirSync(out, { recursive: true });
  const port = await freePort();
  const engine = fork(subject, [join(disk, 'journal'), String(port), out]);
  onTestFinished(async () => {
    engine.kill('SIGKILL');
    await once(engine, 'exit');
  });
  expect((await once(engine, 'message'))[0]).toBe('started');
  const post = async (body = 'x'.repeat(20_000)) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, signal: AbortSignal.timeout(2 * backMs) })).status;
  expect(await post()).toBe(200);
  const filler = join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc((diskMb - 3) * MiB));
  let status = 200;
  while (status === 200) status = await post();
  expect(status).toBe(503);
  rmSync(filler);
  const freedAt = performance.now();
  const isLate = () => performance.now() - freedAt >= 2 * backMs;
  while ((await post('the first one')) !== 200 && !isLate()) await pause();
  const file = join(out, 't1', 'out');
  const isDelivered = () => existsSync(file) && readFileSync(file, 'utf8').includes('the first one');
  while (!isDelivered() && !isLate()) await pause();
  expect(performance.now() - freedAt).toBeLessThan(backMs);
});
