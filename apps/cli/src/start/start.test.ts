import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const main = path.resolve(import.meta.dirname, '../main.ts');
let data: string;
const running = new Set<ChildProcess>();
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'acequia-start-'));
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGTERM');
  rmSync(data, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [main, 'start'], {
    env: { ...process.env, ACEQUIA_DATA: data, ACEQUIA_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, output: () => text, exit };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child);
  if (child.exitCode !== null) return child.exitCode;
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill(signal);
  return gone;
}

async function ready(started: Started): Promise<string> {
  for (;;) {
    const address = /Acequia runs at (\S+)/.exec(started.output())?.[1];
    if (address !== undefined && started.output().includes('Ctrl-C')) return address;
    const over = await Promise.race([
      started.exit,
      new Promise<undefined>((resolve) => started.child.stdout?.once('data', () => resolve(undefined))),
    ]);
    if (over !== undefined) throw new Error(started.output());
  }
}

test('one command: an address that answers, a link for the owner; a second one on the same data is refused with the pid; Ctrl-C ends with 0', async () => {
  const first = start({});
  const address = await ready(first);
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(first.output()).toMatch(new RegExp(`${address}/login#setup=[A-Za-z0-9_-]{20}`));
  const holder = readFileSync(path.join(data, 'server.pid'), 'utf8').split(' ')[0];
  const second = start({});
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain(`as process ${holder}`);
  expect(second.output().trim().split('\n')).toHaveLength(1);
  expect(await end(first.child, 'SIGINT')).toBe(0);
}, 60_000);

test.each([
  ['a port that is taken', () => ({ ACEQUIA_PORT: String(taken) }), /Port \d+ on 127\.0\.0\.1 is taken/],
  ['a host that is not ours', () => ({ ACEQUIA_HOST: '203.0.113.9' }), /203\.0\.113\.9 is not an address of this machine/],
  ['data that cannot be written', () => ({ ACEQUIA_DATA: '/proc/acequia' }), /data folder \/proc\/acequia cannot be written/],
  ['half a certificate', () => ({ ACEQUIA_TLS_CERT: '/none' }), /ACEQUIA_TLS_CERT and ACEQUIA_TLS_KEY belong together/],
  ['a port that is no port', () => ({ ACEQUIA_PORT: 'http' }), /ACEQUIA_PORT must be a whole number/],
])(
  '%s: one clear sentence, exit 1',
  async (_name, env, sentence) => {
    const started = start(env());
    expect(await started.exit).toBe(1);
    expect(started.output()).toMatch(sentence);
    expect(started.output().trim().split('\n')).toHaveLength(1);
  },
  60_000,
);

let taken = 0;
const other = createServer();
beforeEach(async () => {
  if (taken !== 0) return;
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  taken = (other.address() as AddressInfo).port;
  other.unref();
});

test('a host that others reach gets TLS, and its fingerprint is printed', async () => {
  const started = start({ ACEQUIA_HOST: '0.0.0.0' });
  const address = await ready(started);
  expect(address).toMatch(/^https:\/\/localhost:/);
  expect(started.output()).toMatch(/([0-9A-F]{2}:){31}[0-9A-F]{2}/);
  expect(await end(started.child, 'SIGTERM')).toBe(0);
}, 60_000);
