import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, projectRoot, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startHttpPeer } from './harness/http-peer.ts';
import { isAlive, isPostgres, processesOf } from './harness/processes.ts';
import { runProgram } from './harness/senders.ts';
import { datasinkNode, documentOf, labelNode, openWorkbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-start-'));
const mounted: string[] = [];
const running = new Set<Acequia>();
afterAll(async () => {
  for (const acequia of running) await acequia.stop();
  for (const mount of mounted) await runProgram('umount', [mount]);
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string, options: { env?: Record<string, string>; args?: string[]; port?: number } = {}): Promise<Acequia> {
  const acequia = await startAcequia({ dataDirectory: join(folder, name), ...options });
  running.add(acequia);
  return acequia;
}

async function stop(acequia: Acequia): Promise<number | null> {
  running.delete(acequia);
  return acequia.stop();
}

interface Refused {
  readonly code: number | null;
  readonly sentence: string;
}

/** `npm start` that is expected to end by itself. */
function refused(env: Record<string, string>): Promise<Refused> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['start', '--silent'], {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, sentence: ownWords(text) }));
  });
}

/** Without what npm says about the user's configuration and what the build says. */
const ownWords = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(npm |Building the console|$)/.test(line))
    .join('\n');

async function mount(name: string, ...options: string[]): Promise<string> {
  const path = join(folder, name);
  mkdirSync(path);
  await runProgram('mount', ['-t', 'tmpfs', ...options, 'tmpfs', path]);
  mounted.push(path);
  return path;
}

describe('an installation from its first start to its second', () => {
  let first: Acequia;
  beforeAll(async () => {
    first = await start('house');
  });

  test('prints its address and the next step, and both work', async () => {
    expect(first.output()).toContain(`Acequia runs at ${first.url}`);
    const link = /(http\S+\/login)#setup=[\w-]{20}/.exec(first.output());
    expect((await fetch(link![1]!)).status).toBe(200);
    await openWorkbench(first);
  });

  test('a second one on the same data is refused with the pid of the first', async () => {
    const holder = readFileSync(join(folder, 'house', 'server.pid'), 'utf8').split(' ')[0]!;
    const { code, sentence } = await refused({ ACEQUIA_DATA: join(folder, 'house'), ACEQUIA_PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(sentence).toContain(`as process ${holder}`);
    expect(sentence).toContain(join(folder, 'house'));
    expect(sentence.split('\n')).toHaveLength(1);
    expect((await fetch(`${first.url}/healthz`)).ok).toBe(true);
  });

  test('Ctrl-C ends with 0 and leaves no process', async () => {
    expect(await stop(first), first.output()).toBe(0);
    expect(first.output()).toContain('Stopped.');
    expect(processesOf(join(folder, 'house'))).toEqual([]);
  });

  test('the second start installs and builds nothing, and offers the login instead of a code', async () => {
    const second = await start('house');
    expect(second.output()).not.toMatch(/Installing|Building|setup=/);
    expect(second.output()).toContain('Open it and log in.');
    await openWorkbench({ ...second, setupCode: undefined });
    expect(await stop(second)).toBe(0);
  });
});

describe('what cannot start says why in one sentence', () => {
  const other = createServer();
  afterAll(() => other.close());

  test('the port is taken', async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const answer = await refused({ ACEQUIA_DATA: join(folder, 'taken'), ACEQUIA_PORT: String(port) });
    expect(answer).toEqual({
      code: 1,
      sentence: expect.stringMatching(new RegExp(`^[^\\n]*${port}[^\\n]*taken[^\\n]*ACEQUIA_PORT[^\\n]*$`)),
    });
    expect(processesOf(join(folder, 'taken'))).toEqual([]);
  });

  test('the data cannot be written: a read-only volume', async () => {
    const path = await mount('read-only', '-o', 'ro');
    const answer = await refused({ ACEQUIA_DATA: path, ACEQUIA_PORT: String(await freePort()) });
    expect(answer).toEqual({ code: 1, sentence: expect.stringMatching(/^[^\n]*read-only cannot be written[^\n]*ACEQUIA_DATA[^\n]*$/) });
  });

  test('the disk is full', async () => {
    const path = await mount('full', '-o', 'size=8m');
    const answer = await refused({ ACEQUIA_DATA: path, ACEQUIA_PORT: String(await freePort()) });
    expect(answer).toEqual({ code: 1, sentence: expect.stringMatching(/^The disk of [^\n]*full is full: free at least[^\n]*$/) });
  });

  test('the data folder is a file', async () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');
    const answer = await refused({ ACEQUIA_DATA: path, ACEQUIA_PORT: String(await freePort()) });
    expect(answer).toEqual({ code: 1, sentence: expect.stringMatching(/^[^\n]*a-file is a file[^\n]*ACEQUIA_DATA[^\n]*$/) });
  });

  test('the Node on the PATH is too old', async () => {
    const preload = join(folder, 'old-node.mjs');
    writeFileSync(
      preload,
      `for (const [name, value] of [['versions', { ...process.versions, node: '18.20.4' }], ['version', 'v18.20.4']]) Object.defineProperty(process, name, { value });`,
    );
    const child = await new Promise<Refused>((resolve) => {
      const one = spawn(process.execPath, ['--import', preload, join(projectRoot, 'scripts/start.mjs')], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      for (const stream of [one.stdout, one.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
      one.on('close', (code) => resolve({ code, sentence: text.trim() }));
    });
    expect(child).toEqual({ code: 1, sentence: expect.stringMatching(/^Acequia needs Node 20 or newer[^\n]*v18\.20\.4[^\n]*$/) });
  });
});

describe('an address that others reach', () => {
  test('without a certificate it makes one, prints its fingerprint, and speaks TLS with it', async () => {
    const port = await freePort();
    const secure = await start('reachable', { port, env: { ACEQUIA_HOST: '0.0.0.0' } });
    expect(secure.url).toBe(`https://localhost:${port}`);
    const printed = /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec(secure.output())?.[0];
    expect(await overTls(port)).toEqual({ status: 200, fingerprint: printed });
    const plain = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (response) => response.status,
      () => 'refused',
    );
    expect(plain).not.toBe(200);
    await eventually('the worker over its own door', () => (secure.childPid('apps/worker') ? true : undefined));
    expect(await stop(secure)).toBe(0);
  });

  test('behind a trusted proxy it speaks plain HTTP and tells nothing of certificates', async () => {
    const port = await freePort();
    const behind = await start('behind', { port, env: { ACEQUIA_HOST: '0.0.0.0', ACEQUIA_TRUSTED_PROXY: '127.0.0.1' } });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(behind.output()).not.toMatch(/fingerprint/i);
    expect(await stop(behind)).toBe(0);
  });
});

function overTls(port: number): Promise<{ status: number | undefined; fingerprint: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/healthz', rejectUnauthorized: false }, (response) => {
      const { fingerprint256: fingerprint } = (response.socket as TLSSocket).getPeerCertificate();
      response.resume().on('end', () => resolve({ status: response.statusCode, fingerprint }));
    })
      .on('error', reject)
      .end();
  });
}

describe('deaths', () => {
  let house: Acequia;
  const postmaster = () => Number(readFileSync(join(folder, 'mortal', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  beforeAll(async () => {
    house = await start('mortal');
    await openWorkbench(house);
  });

  test('the worker is killed: another takes its place and its identity', async () => {
    const bench = await openWorkbench({ ...house, setupCode: undefined });
    const before = house.childPid('apps/worker')!;
    process.kill(before, 'SIGKILL');
    const after = await eventually('another worker', () => {
      const pid = house.childPid('apps/worker');
      return pid !== undefined && pid !== before ? pid : undefined;
    });
    expect(isAlive(after)).toBe(true);
    await eventually('the worker online', async () => {
      const [cluster] = await bench.api.call<{ workers: { status: string }[] }[]>('GET', '/clusters');
      return cluster?.workers.every(({ status }) => status === 'online') ? true : undefined;
    });
    const clusters = await bench.api.call<{ workers: unknown[] }[]>('GET', '/clusters');
    expect(clusters[0]?.workers).toHaveLength(1);
    expect(house.output()).toContain('The worker ended');
  });

  test('the server is killed: PostgreSQL lives on, and the next server adopts it', async () => {
    const database = postmaster();
    const before = house.childPid('apps/server')!;
    process.kill(before, 'SIGKILL');
    await eventually('another server', async () => {
      const pid = house.childPid('apps/server');
      if (pid === undefined || pid === before) return undefined;
      return (await fetch(`${house.url}/healthz`).catch(() => undefined))?.ok ? true : undefined;
    });
    expect(isAlive(database)).toBe(true);
    expect(postmaster()).toBe(database);
    await openWorkbench({ ...house, setupCode: undefined });
  });

  test('everything but PostgreSQL is killed: the next npm start adopts it, and Ctrl-C then ends all', async () => {
    const database = postmaster();
    const others = processesOf(join(folder, 'mortal')).filter((pid) => !isPostgres(pid));
    for (const pid of others) process.kill(pid, 'SIGKILL');
    running.delete(house);
    await eventually('the end of the others', () => (others.some(isAlive) ? undefined : true));
    expect(isAlive(database)).toBe(true);
    const next = await start('mortal');
    expect(postmaster()).toBe(database);
    await openWorkbench({ ...next, setupCode: undefined });
    expect(await stop(next), next.output()).toBe(0);
    await eventually('the end of PostgreSQL', () => (isAlive(database) ? undefined : true));
    expect(processesOf(join(folder, 'mortal'))).toEqual([]);
  });
});

describe('Ctrl-C at a bad moment', () => {
  test('while it starts: ends with 0, leaves no process, and the next start works', async () => {
    const dataDirectory = join(folder, 'hasty');
    const child = spawn('npm', ['start', '--silent'], {
      cwd: projectRoot,
      env: { ...process.env, ACEQUIA_DATA: dataDirectory, ACEQUIA_PORT: String(await freePort()) },
      stdio: 'ignore',
      detached: true,
    });
    const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
    await eventually('PostgreSQL', () => (existsSync(join(dataDirectory, 'postgres', 'postmaster.pid')) ? true : undefined), 240_000);
    process.kill(-child.pid!, 'SIGINT');
    expect(await exited).toBe(0);
    expect(processesOf(dataDirectory)).toEqual([]);
    const next = await start('hasty');
    await openWorkbench(next);
    expect(await stop(next)).toBe(0);
  });

  test('under load: each request is answered or refused, and what got a 2xx is delivered once, now or after the next start', async () => {
    const peer = await startHttpPeer();
    const busy = await start('busy');
    const bench = await openWorkbench(busy);
    const port = await freePort();
    const listener = await bench.listener('http', { bind: '127.0.0.1', port });
    const sink = await bench.datasink('http', { baseUrl: peer.url });
    await bench.pipeline(
      documentOf([labelNode('in', listener), datasinkNode('out', sink, 'http', { url: '/in', maxWait: '50ms' })], ['in>out']),
    );

    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const sender = async (name: string) => {
      for (let turn = 0; ; turn += 1) {
        const names = Array.from({ length: 50 }, (_, index) => `${name}-${turn}-${index}`);
        const body = names.map((n) => JSON.stringify({ n })).join('\n');
        const headers = { 'content-type': 'application/x-ndjson' };
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).catch(() => undefined);
        if (response === undefined) return;
        statuses.add(response.status);
        if (response.ok) acknowledged.push(...names);
      }
    };
    const senders = ['a', 'b', 'c'].map(sender);
    await eventually('load', () => (acknowledged.length > 5000 ? true : undefined));
    expect(await stop(busy), busy.output()).toBe(0);
    await Promise.all(senders);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);

    const next = await start('busy');
    await eventually('the rest', () => (peer.lines.length >= acknowledged.length ? true : undefined));
    expect(peer.lines.map((line) => (JSON.parse(line) as { n: string }).n).sort()).toEqual(acknowledged.sort());
    expect(await stop(next)).toBe(0);
    await peer.close();
  });
});

test('--demo: live data in an organization of its own once the owner exists, and one operation removes all of it', async () => {
  const demo = await start('demo', { args: ['--demo'] });
  const bench = await openWorkbench(demo);
  const tenants = () => bench.api.call<{ id: string; demoOf?: string }[]>('GET', '/tenants');
  const made = await eventually('the demo', async () => (await tenants()).find(({ demoOf }) => demoOf !== undefined));
  expect(await bench.api.call('GET', '/pipelines')).toEqual([]);
  await bench.api.call('POST', '/auth/tenant', { tenantId: made.id });
  await bench.counted('live data', ({ datasinks }) => Object.values(datasinks).filter(({ delivered }) => delivered > 20).length >= 3);
  await bench.api.call('POST', '/auth/tenant', { tenantId: made.demoOf });
  await bench.api.call('DELETE', '/tenants/demo');
  expect(await tenants()).toHaveLength(1);
  expect(await stop(demo)).toBe(0);

  const again = await start('demo');
  const after = await openWorkbench({ ...again, setupCode: undefined });
  expect(await after.api.call<unknown[]>('GET', '/tenants')).toHaveLength(1);
  expect(await stop(again)).toBe(0);
});
