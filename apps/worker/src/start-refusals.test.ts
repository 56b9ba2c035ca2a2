import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import { openJournal } from '@acequia/journal';
import { putOldJournal, testLog } from '@acequia/journal/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { saveIdentity } from './fleet/identity.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'acequia-refused-'));
  joined({ log: { id: 'LG_2', number: 2, openings: 0, adopts: false } });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The keys of a worker that has joined; `more` replaces what the server said then. */
function joined(more: object): void {
  const membership = { workerId: 'WK_2', clusterId: 'CL_1', serverKey: 'the key', log: null, ...more };
  saveIdentity(join(root, 'keys'), { signing: createKeyPair('ed25519'), sealing: createKeyPair('x25519'), membership });
}

/** Starts a worker that has joined; resolves with its exit code and what it said. */
async function startWorker(data = join(root, 'data'), more: NodeJS.ProcessEnv = {}): Promise<{ code: number; said: string }> {
  const env = {
    ...process.env,
    ACEQUIA_SERVER_URL: 'http://127.0.0.1:1',
    ACEQUIA_WORKER_DATA: data,
    ACEQUIA_WORKER_KEYS: join(root, 'keys'),
    ...more,
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
  const journal = await openJournal({ identity: own, directory, clock: systemClock, log: silentLog });
  await journal.close();
  return directory;
}

const own = { ...testLog(), installation: 'the key' };
const goodbye = 78;

test('a second worker on the same data is refused with pid and folder, each time', async () => {
  const directory = join(root, 'data', 'journal');
  mkdirSync(directory, { recursive: true });
  const journal = await openJournal({ identity: own, directory, clock: systemClock, log: silentLog });
  for (let attempt = 0; attempt < 3; attempt++) {
    const { code, said } = await startWorker();
    expect({ code, said: said.trim() }).toEqual({
      // The other one may be ending.
      code: 75,
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
  expect(said).toContain('has version 99, this program reads up to 2');
  expect(readFileSync(join(directory, 'journal.json'), 'utf8')).toBe(newer);
});

test('a full disk is no reason to stay away: the worker is to be started again', async () => {
  const data = join(root, 'data');
  mkdirSync(data);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', data]);
  try {
    expect(() => writeFileSync(join(data, 'filler'), Buffer.alloc(1024 * 1024))).toThrow('ENOSPC');
    expect(await startWorker(data)).toMatchObject({ code: 75, said: expect.stringContaining(`The disk of ${data} is full`) as string });
  } finally {
    execFileSync('umount', [data]);
  }
});

test('a data folder that is a file is refused with its path, not started again and again', async () => {
  writeFileSync(join(root, 'data'), '');
  const { code, said } = await startWorker();
  expect(code).toBe(goodbye);
  expect(said).toMatch(/The worker's data cannot be used: .*data\/journal.*ENOTDIR/);
});

/** A server that answers every call with this status and content. */
async function startServer(status: number, content: unknown): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bytesOf = (directory: string) => readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString('base64')]);

test('the journal of another worker, of another installation, or of earlier keys: a sentence that says whose, and nothing is written', async () => {
  const directory = join(root, 'data', 'journal');
  const begin = `The journal in ${directory} `;
  const end = `but this worker is WK_2 (log LG_2). Nothing was changed. Start the worker with the keys that the journal was created with (now ${join(root, 'keys')}, set by ACEQUIA_WORKER_KEYS), or give it another ACEQUIA_WORKER_DATA folder.`;
  const cases = [
    ['belongs to worker WK_3 (log LG_3), ', { ...testLog(3), installation: 'the key' }],
    ['belongs to worker WK_3 (log LG_3) of another Acequia installation, ', testLog(3)],
    ['was created by an earlier worker with other keys, ', undefined],
  ] as const;
  for (const [whose, identity] of cases) {
    rmSync(join(root, 'data'), { recursive: true, force: true });
    if (identity === undefined) putOldJournal('undelivered', directory);
    else await (await openJournal({ directory, identity, clock: systemClock, log: silentLog })).close();
    const before = bytesOf(directory);
    expect(await startWorker()).toEqual({ code: goodbye, said: `${begin}${whose}${end}\n` });
    expect(bytesOf(directory)).toEqual(before);
  }
});

test('an older server gives no log, to a worker that joins or one that joined before: a clear refusal, and the journal waits as it is', async () => {
  const said = 'The server is older than this worker and cannot give it a log. Upgrade the server first, then start this worker.\n';
  const directory = join(root, 'data', 'journal');
  putOldJournal('undelivered', directory);
  const before = bytesOf(directory);
  joined({ workerNumber: 1, log: null });
  const old = await startServer(404, { code: 'ACQ-NOT-FOUND' });
  expect(await startWorker(undefined, { ACEQUIA_SERVER_URL: old })).toEqual({ code: goodbye, said });
  rmSync(join(root, 'keys'), { recursive: true });
  const enrols = await startServer(200, { workerId: 'WK_2', clusterId: 'CL_1', workerNumber: 1, serverKey: 'the key' });
  expect(await startWorker(undefined, { ACEQUIA_SERVER_URL: enrols, ACEQUIA_ENROL_TOKEN: 'token' })).toEqual({ code: goodbye, said });
  expect(bytesOf(directory)).toEqual(before);
});
