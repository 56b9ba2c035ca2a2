import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot, startAcequia } from './harness/acequia.ts';
import { Api, owner } from './harness/api.ts';
import { runProgram } from './harness/senders.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-clone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a newcomer’s machine: clone, npm start, log in, npm test -- --list', async () => {
  const root = join(folder, 'acequia');
  const env = { npm_config_cache: join(folder, 'npm-cache') };
  await runProgram('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, root]);

  const acequia = await startAcequia({ root, dataDirectory: join(folder, 'data'), env });
  expect(acequia.setupCode, acequia.output()).toBeDefined();
  await new Api(acequia.url).createOwner(acequia.setupCode!);
  const session = await new Api(acequia.url).login();
  expect(session.user.Email).toBe(owner.email);
  expect(await acequia.stop()).toBe(0);

  const list = spawnSync('npm', ['test', '--silent', '--', '--list'], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(list.status, list.stderr).toBe(0);
  expect(list.stdout).toContain('first-water');
});
