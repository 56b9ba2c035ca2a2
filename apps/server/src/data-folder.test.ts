import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataFolder } from './data-folder.ts';
import { processStart } from '@acequia/base/process';
import { StartFault } from './start-fault.ts';

let folder: string;
const parents: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'acequia-data-'));
});
afterEach(() => {
  for (const parent of parents.splice(0)) process.kill(-parent.pid!, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const lock = () => readFileSync(path.join(folder, 'server.pid'), 'utf8');
const refusal = () => {
  try {
    takeDataFolder(folder);
  } catch (error) {
    if (error instanceof StartFault) return error.message;
    throw error;
  }
  return undefined;
};

/** A process that takes the folder, below a parent that never collects it. */
async function holder(): Promise<number> {
  const script = `
    const { takeDataFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-folder.ts'))});
    takeDataFolder(${JSON.stringify(folder)});
    console.log('taken');
    setInterval(() => {}, 1000);`;
  const parent = spawn('sh', ['-c', '"$@" & exec sleep 1000', 'sh', process.execPath, '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  parents.push(parent);
  await once(parent.stdout, 'data');
  return Number(lock().split(' ')[0]);
}

const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0];

test('a living holder keeps the folder; killed and not collected by its parent, it does not', async () => {
  const pid = await holder();
  expect(refusal()).toContain(`as process ${pid}`);
  process.kill(pid, 'SIGKILL');
  while (stateOf(pid) !== 'Z') await new Promise((resolve) => setImmediate(resolve));
  expect(processStart(pid)).toBeUndefined();
  const taken = takeDataFolder(folder);
  expect(stateOf(pid)).toBe('Z');
  expect(lock()).toBe(`${process.pid} ${processStart(process.pid)}`);
  taken.release();
});

test.each([
  ['of a pid that was given again', () => `${process.pid} 1`],
  ['of a pid nobody has', () => `${2 ** 22} 1`],
  ['half written', () => String(process.pid)],
  ['empty', () => ''],
])('a lock %s holds nothing', (_fear, text) => {
  writeFileSync(path.join(folder, 'server.pid'), text());
  const taken = takeDataFolder(folder);
  expect(refusal()).toContain(`as process ${process.pid}`);
  taken.release();
  takeDataFolder(folder).release();
});
