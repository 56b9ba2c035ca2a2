import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MiB } from '@acequia/base';
import { expect, onTestFinished, test } from 'vitest';
import { canMount } from './full-disk.ts';

const diskMb = 12;
const subject = fileURLToPath(new URL('./idle-disk-subject.ts', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function mountDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'idle-disk-'));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]).status).toBe(0);
  onTestFinished(() => {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test.skipIf(!canMount())('HTTP takes events within 10 s after a full disk has space again, with nothing else to write', async () => {
  const disk = mountDisk();
  const port = await freePort();
  const engine = fork(subject, [join(disk, 'journal'), String(port)]);
  onTestFinished(async () => {
    engine.kill('SIGKILL');
    await once(engine, 'exit');
  });
  expect((await once(engine, 'message'))[0]).toBe('started');
  const post = async () => (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(20_000) })).status;
  expect(await post()).toBe(200);
  const filler = join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc((diskMb - 3) * MiB));
  let status = 200;
  while (status === 200) status = await post();
  expect(status).toBe(503);
  rmSync(filler);
  const freedAt = performance.now();
  while ((await post()) !== 200 && performance.now() - freedAt < 20_000) await new Promise((resolve) => setTimeout(resolve, 100));
  expect(performance.now() - freedAt).toBeLessThan(10_000);
});
