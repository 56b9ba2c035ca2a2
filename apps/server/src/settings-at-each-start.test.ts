import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { OperationInput, OperationName } from '@acequia/contract';
import type { StartMessage } from './parent.ts';

/** The real server, with its own PostgreSQL, on one data folder: started again and again with other settings. */
const data = mkdtempSync(path.join(tmpdir(), 'acequia-settings-'));
let child: ChildProcess | undefined;
let cookie = '';
let url = '';
const account = { email: 'ana@example.com', password: 'Agua-clara-1998' };

afterAll(async () => {
  await stop();
  rmSync(data, { recursive: true, force: true });
});

/** Its first message, or what it wrote before it ended. */
async function start(env: Record<string, string>): Promise<StartMessage | string> {
  const own = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ACEQUIA_DATA: data, ACEQUIA_PORT: '0', ACEQUIA_LOG: 'error', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child = own;
  let text = '';
  own.stderr!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    own.once('message', (message) => resolve(message as StartMessage));
    own.once('close', () => resolve(text));
  });
}

async function stop(): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child!.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function call<O extends OperationName>(name: O, input: OperationInput<O>): Promise<unknown> {
  const answer = await fetch(`${url}/rpc/${name.replace(':', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acequia': 'test', cookie },
    body: JSON.stringify({ json: input }),
  });
  const set = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-sid='));
  if (set !== undefined) cookie = set.split(';')[0]!;
  const { json } = (await answer.json()) as { json: unknown };
  if (!answer.ok) throw new Error(JSON.stringify(json));
  return json;
}

async function started(env: Record<string, string>): Promise<void> {
  await stop();
  const message = await start(env);
  if (typeof message === 'string' || message.type !== 'ready') throw new Error(JSON.stringify(message));
  ({ url } = message);
  if (message.setupCode === undefined) await call('auth:login', account);
  else await call('auth:createOwner', { ...account, setupCode: message.setupCode, name: 'Ana', surname: 'Vega', tenantName: 'Vega' });
}

const cluster = async () =>
  ((await call('clusters:list', {})) as { id: string; host: string; portRange: object; fileRoots: string[] }[])[0]!;
const egress = async () => (await call('installation:getEgress', {})) as { mode: string; private: string };

test('settings of the environment take effect at each start, not the first one alone', async () => {
  await started({});
  expect(await cluster()).toMatchObject({ host: '127.0.0.1', portRange: { from: 1024, to: 65_535 } });
  expect(await egress()).toMatchObject({ mode: 'open', private: 'open' });

  const roots = [path.join(data, 'one'), path.join(data, 'two')];
  await started({
    ACEQUIA_INGEST_HOST: 'logs.example.com',
    ACEQUIA_LISTENER_PORTS: '5000-5999',
    ACEQUIA_EGRESS: 'public-only',
    ACEQUIA_FILE_ROOTS: roots.join(','),
  });
  expect(await cluster()).toMatchObject({ host: 'logs.example.com', portRange: { from: 5000, to: 5999 } });
  expect((await cluster()).fileRoots.map((root) => root.replace(/^[^/]*=/, ''))).toEqual(roots);
  expect(await egress()).toMatchObject({ mode: 'public-only', private: 'rules' });

  await started({});
  expect(await cluster()).toMatchObject({ host: '127.0.0.1', portRange: { from: 1024, to: 65_535 } });
  expect(await egress()).toMatchObject({ mode: 'open', private: 'open' });
}, 180_000);

test('a range of ports that leaves out a listener’s stops the start with a sentence that names it', async () => {
  if (!child || child.exitCode !== null) await started({});
  const { id: clusterId } = await cluster();
  const listener = { name: 'Edge logs', description: '', tags: [], component: 'tcp', clusterId };
  await call('listeners:create', { ...listener, config: { port: 5514 } });
  await stop();
  const sentence = await start({ ACEQUIA_LISTENER_PORTS: '6000-6999' });
  expect(sentence).toMatch(/^ACEQUIA_LISTENER_PORTS 6000-6999 leaves out port 5514, which the listener "Edge logs" of Vega uses\. /);
  expect(String(sentence).trim().split('\n')).toHaveLength(1);
  await started({ ACEQUIA_LISTENER_PORTS: '5514-5514' });
  expect(await cluster()).toMatchObject({ portRange: { from: 5514, to: 5514 } });
}, 180_000);

test('what cannot change stops the start with a sentence', async () => {
  await stop();
  expect(await start({ ACEQUIA_DB_ROLE_PREFIX: 'other' })).toMatch(/^ACEQUIA_DB_ROLE_PREFIX [^\n]*\n$/);
  expect(await start({ ACEQUIA_KEK: Buffer.alloc(32, 7).toString('base64') })).toMatch(/^[^\n]*ACEQUIA_KEK[^\n]*\n$/);
}, 180_000);
