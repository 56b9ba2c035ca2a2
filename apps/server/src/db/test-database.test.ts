import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('a server is shared only one after the other: two databases in use see nothing of each other’s connections', async () => {
  const one = await createTestDatabase();
  const other = await createTestDatabase();
  expect(other.owner.host).not.toBe(one.owner.host);
  await one.drop();
  const next = await createTestDatabase();
  expect(next.owner.host).toBe(one.owner.host);
  await other.drop();
  await next.drop();
});

test('a process of tests that is killed leaves no server and no folder behind', async () => {
  const script = `
    import { createTestDatabase } from ${JSON.stringify(path.join(import.meta.dirname, 'test-database.ts'))};
    const db = await createTestDatabase();
    process.send(db.owner.host);
    setInterval(() => {}, 1000);`;
  const child = fork(path.join(import.meta.dirname, 'embedded/run-module.mjs'), [script], {
    execArgv: [],
    cwd: path.join(import.meta.dirname, '../..'),
  });
  const [socketFolder] = (await once(child, 'message')) as [string];
  const folder = path.join(socketFolder, '../..');
  expect(path.basename(folder)).toMatch(/^acequia-pg-/);
  expect(existsSync(socketFolder)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => existsSync(folder)).toBe(false);
});
