import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import { openJournal } from '@acequia/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { saveIdentity } from './fleet/identity.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acequia-refused-'));
  const membership = { workerId: 'WK_1', clusterId: 'CL_1', workerNumber: 1, serverKey: createKeyPair('ed25519').publicKey };
  saveIdentity(join(root, 'keys'), { signing: createKeyPair('ed25519'), sealing: createKeyPair('x25519'), membership });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Starts a worker that has joined; resolves with its exit code and what it said. */
async function startWorker(data = join(root, 'data')): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    ACEQUIA_SERVER_URL: 'http://127.0.0.1:1',
    ACEQUIA_WORKER_DATA: data,
    ACEQUIA_WORKER_KEYS: join(root, 'keys'),
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

async function madeJournal(): Promise<string> {
  const directory = join(root, 'data', 'journal');
  mkdirSync(directory, { recursive: true });
  const journal = await openJournal({ directory, clock: systemClock, log: silentLog });
  await journal.close();
  return directory;
}

const goodbye = 78;

test('a second worker on the same data is refused with pid and folder, each time', async () => {
  const directory = join(root, 'data', 'journal');
  mkdirSync(directory, { recursive: true });
  const journal = await openJournal({ directory, clock: systemClock, log: silentLog });
  for (let attempt = 0; attempt < 3; attempt++) {
    const { code, said } = await startWorker();
    expect({ code, said: said.trim() }).toEqual({
      code: goodbye,
      said: `The journal in ${directory} is in use by process ${process.pid}. Stop that worker first.`,
    });
  }
  await journal.close();
});

test('data of a newer version are refused with both versions, and not touched', async () => {
  const directory = await madeJournal();
  const newer = JSON.stringify({ version: 99, generation: 7 });
  writeFileSync(join(directory, 'journal.json'), newer);
  const { code, said } = await startWorker();
  expect(code).toBe(goodbye);
  expect(said).toContain('has version 99, this program reads up to 1');
  expect(readFileSync(join(directory, 'journal.json'), 'utf8')).toBe(newer);
});

test('a data folder that is a file is refused with its path, not started again and again', async () => {
  writeFileSync(join(root, 'data'), '');
  const { code, said } = await startWorker();
  expect(code).toBe(goodbye);
  expect(said).toMatch(/The worker's data cannot be used: .*data\/journal.*ENOTDIR/);
});
