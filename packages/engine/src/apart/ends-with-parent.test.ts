import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const module = new URL('./ends-with-parent.ts', import.meta.url).href;

test.each([
  ['waits', '', ''],
  ['is talking', '', "setInterval(() => process.send('still here'), 1);"],
  ['hangs', '', 'setTimeout(() => { for (;;); }, 100);'],
  ['is loading', "await new Promise((gone) => process.once('disconnect', gone));", 'setInterval(() => undefined, 1000);'],
])('does not outlive a killed parent while it %s', async (_what, first, does) => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-orphan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = join(folder, 'child.mjs');
  writeFileSync(
    child,
    `import { endsWithParent } from ${JSON.stringify(module)};\nprocess.send(process.pid);\n${first}\nendsWithParent();\n${does}\n`,
  );
  const parent = join(folder, 'parent.mjs');
  writeFileSync(
    parent,
    `import { fork } from 'node:child_process';\nfork(${JSON.stringify(child)}).once('message', (pid) => console.log(pid));\n`,
  );
  const process = spawn(globalThis.process.execPath, [parent], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [pid] = (await once(process.stdout, 'data')) as [Buffer];
  process.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid.toString().trim()}`), { timeout: 20_000 }).toBe(false);
});

test('an error that was not caught ends it by a signal, since an orderly end may wait for ever', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-orphan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'child.mjs');
  writeFileSync(
    path,
    `import { endsWithParent } from ${JSON.stringify(module)};\nendsWithParent();\nsetTimeout(() => { throw new Error(); });\n`,
  );
  const child = fork(path, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});
