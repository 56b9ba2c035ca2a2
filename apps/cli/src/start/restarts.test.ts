import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startServer } from './server-process.ts';
import { superviseWorker } from './worker-process.ts';

const workerProgram = fileURLToPath(new URL('../../../worker/src/main.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-restarts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Time that passes only when a pause is slept, which is noted, and by `livesMs` with each life of a process. */
function countedClock() {
  let nowMs = 0;
  const pauses: number[] = [];
  const sleep = (ms: number) => {
    pauses.push(ms);
    nowMs += ms;
    return Promise.resolve();
  };
  const clock: Clock = { ...systemClock, monotonic: () => nowMs, sleep };
  return { clock, pauses, lives: (ms: number) => (nowMs += ms) };
}

/** A program that writes its pid, does `first`, and lives until it is killed. */
function program(first = ''): string {
  const path = join(folder, 'program.mjs');
  writeFileSync(
    path,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(pidFile())}, String(process.pid));\n${first}\n`,
  );
  return path;
}
const pidFile = () => join(folder, 'pid');

async function nextPid(before: number): Promise<number> {
  const pid = () => Number(execFileSync('cat', [pidFile()], { stdio: ['ignore', 'pipe', 'ignore'] }));
  await expect.poll(() => safely(pid), { timeout: 20_000 }).not.toBeOneOf([before, 0, undefined]);
  return pid();
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const lives = "setInterval(() => undefined, 1000); process.on('disconnect', () => process.exit(0));";
const silent = () => undefined;
const roomy = () => 1e12;

/** Kills it `times` times, after it has lived for `livesMs`; how long each next start was waited with. */
async function pausesOfKills(clock: ReturnType<typeof countedClock>, times: number, livesMs: number): Promise<readonly number[]> {
  let pid = 0;
  for (let kill = 0; kill < times; kill++) {
    pid = await nextPid(pid);
    clock.lives(livesMs);
    process.kill(pid, 'SIGKILL');
  }
  await nextPid(pid);
  return clock.pauses;
}

const startWorker = (
  clock: Clock,
  path: string,
  env: NodeJS.ProcessEnv = {},
  enrolToken = () => Promise.resolve('token'),
  freeBytes = roomy,
) => {
  const worker = superviseWorker({ program: path, env: { ...process.env, ...env }, enrolToken, freeBytes, clock, print: silent });
  onTestFinished(() => worker.stop());
  return worker;
};

test('a worker that is killed again and again, each time after it ran well, is back at once', { timeout: 60_000 }, async () => {
  const clock = countedClock();
  startWorker(clock.clock, program(lives));
  expect(await pausesOfKills(clock, 8, 15_000)).toEqual(Array(8).fill(500));
});

test.each([
  {
    how: 'is killed',
    first: lives,
    signal: 'SIGKILL',
    says: 'signal SIGKILL: killed from outside, or by the system because memory ran out',
  },
  { how: 'aborts', first: 'process.abort();', says: 'signal SIGABRT: its heap was full, or another fatal error' },
  { how: 'gets a signal', first: lives, signal: 'SIGHUP', says: 'signal SIGHUP' },
  { how: 'exits', first: 'process.exit(3);', says: 'code 3' },
])('a worker or a server that $how: what is printed says so', { timeout: 60_000 }, async ({ first, signal, says }) => {
  const clock = countedClock();
  const said: string[] = [];
  const worker = superviseWorker({
    program: program(first),
    env: process.env,
    freeBytes: roomy,
    enrolToken: () => Promise.resolve('token'),
    clock: clock.clock,
    print: (line) => void said.push(line),
  });
  onTestFinished(() => worker.stop());
  if (signal) process.kill(await nextPid(0), signal);
  await expect
    .poll(() => said[0], { timeout: 20_000 })
    .toBe(`The worker ended (${says}). It restarts in 0.5 s. No acknowledged event is lost.`);
  await worker.stop();

  rmSync(pidFile(), { force: true });
  const ready = { type: 'ready', url: '', workerUrl: '', enrolToken: '' };
  const told: string[] = [];
  const server = await startServer({
    program: program(`process.send(${JSON.stringify(ready)}, () => { ${first} }); process.on('disconnect', () => process.exit(0));`),
    env: process.env,
    freeBytes: roomy,
    clock: clock.clock,
    signal: new AbortController().signal,
    print: (line) => void told.push(line),
  });
  onTestFinished(() => server!.stop());
  if (signal) process.kill(await nextPid(0), signal);
  await expect.poll(() => told[0], { timeout: 20_000 }).toBe(`The server ended unexpectedly (${says}). It restarts in 0.5 s.`);
});

test('a worker that ends soon after each start is started again ever more seldom', { timeout: 60_000 }, async () => {
  const clock = countedClock();
  startWorker(clock.clock, program(lives));
  expect(await pausesOfKills(clock, 8, 100)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

/** A disk that is full from the start until so much time has passed. */
const fullUntil = (clock: Clock, untilMs: number) => () => (clock.monotonic() < untilMs ? 0 : 1e12);
const sum = (each: readonly number[]) => each.reduce((total, one) => total + one, 0);

test('a worker that ends at each start because the disk is full is started as soon as there is space', { timeout: 60_000 }, async () => {
  const { clock, pauses } = countedClock();
  startWorker(clock, program('if (Date.now() > 0) process.exit(1);'), {}, undefined, fullUntil(clock, 45_000));
  await expect.poll(() => sum(pauses), { timeout: 40_000, interval: 1 }).toBeGreaterThanOrEqual(45_000);
  const before = pauses.findIndex((_, at) => sum(pauses.slice(0, at + 1)) >= 45_000);
  // One look later it is started; when it ends again, its pauses begin anew.
  await expect.poll(() => pauses.slice(before + 1).length, { timeout: 40_000, interval: 1 }).toBeGreaterThanOrEqual(3);
  expect([sum(pauses.slice(0, before + 1)), pauses.slice(before + 1, before + 4)]).toEqual([45_000, [500, 1000, 2000]]);
});

test('a server that ends at each start because the disk is full is started as soon as there is space', { timeout: 60_000 }, async () => {
  const { clock, pauses } = countedClock();
  const ready = { type: 'ready', url: '', workerUrl: '', enrolToken: '' };
  const once = join(folder, 'once');
  const first = `import { existsSync, writeFileSync as note } from 'node:fs';
    if (existsSync(${JSON.stringify(once)})) process.exit(1);
    note(${JSON.stringify(once)}, '');
    process.send(${JSON.stringify(ready)}, () => process.exit(1));`;
  const server = await startServer({
    program: program(first),
    env: process.env,
    freeBytes: fullUntil(clock, 45_000),
    clock,
    signal: new AbortController().signal,
    print: silent,
  });
  onTestFinished(() => server!.stop());
  await expect.poll(() => sum(pauses), { timeout: 40_000, interval: 1 }).toBeGreaterThanOrEqual(45_000);
  expect(pauses.some((_, at) => sum(pauses.slice(0, at + 1)) === 45_000)).toBe(true);
});

test('a server that is killed again and again, each time after it ran well, is back at once', { timeout: 60_000 }, async () => {
  const clock = countedClock();
  const ready = { type: 'ready', url: '', workerUrl: '', enrolToken: '' };
  const server = await startServer({
    program: program(`process.send(${JSON.stringify(ready)}); ${lives}`),
    env: process.env,
    freeBytes: roomy,
    clock: clock.clock,
    signal: new AbortController().signal,
    print: silent,
  });
  onTestFinished(() => server!.stop());
  expect(await pausesOfKills(clock, 8, 15_000)).toEqual(Array(8).fill(500));
});

/** What a worker that has joined keeps; its server is away. */
function joinedEnv(): NodeJS.ProcessEnv {
  const keys = join(folder, 'keys');
  const membership = {
    workerId: 'WK_2',
    clusterId: 'CL_1',
    serverKey: 'the key',
    log: { id: 'LG_2', number: 2, openings: 0, adopts: false },
  };
  mkdirSync(keys, { mode: 0o700 });
  const privatePem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const keyPair = { privatePem, publicKey: 'nobody reads it here' };
  const identity = { signing: keyPair, sealing: keyPair, membership };
  writeFileSync(join(keys, 'worker.json'), JSON.stringify(identity), { mode: 0o600 });
  return {
    ACEQUIA_SERVER_URL: 'http://127.0.0.1:1',
    ACEQUIA_WORKER_DATA: join(folder, 'data'),
    ACEQUIA_WORKER_KEYS: keys,
    ACEQUIA_LOG: 'silent',
  };
}

const journalDirectory = () => join(folder, 'data', 'journal');
/** Of the process that has the worker's journal. */
const holder = () => safely(() => Number(readlinkSync(join(journalDirectory(), 'lock')).split(' ')[0]));

test('a worker that has joined starts again while the server is away, and so gives no token', { timeout: 60_000 }, async () => {
  startWorker(systemClock, workerProgram, joinedEnv(), () => new Promise(() => undefined));
  await expect.poll(holder, { timeout: 20_000 }).not.toBeUndefined();
  const first = holder()!;
  process.kill(first, 'SIGKILL');
  await expect.poll(holder, { timeout: 20_000 }).not.toBeOneOf([first, undefined]);
});

test('a worker that waits for the token of a server that hangs can be stopped', { timeout: 20_000 }, async () => {
  const asked = Promise.withResolvers<void>();
  const worker = startWorker(systemClock, workerProgram, { ACEQUIA_WORKER_KEYS: join(folder, 'keys') }, () => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  await asked.promise;
  await worker.stop();
});

test(
  'the worker of an installation that was killed still drains: the next one takes its place when it has ended',
  { timeout: 60_000 },
  async () => {
    const env = joinedEnv();
    mkdirSync(journalDirectory(), { recursive: true });
    const identity = { ...testLog(), installation: 'the key' };
    const draining = await openJournal({ identity, directory: journalDirectory(), clock: systemClock, log: silentLog });
    const said: string[] = [];
    const worker = superviseWorker({
      program: workerProgram,
      env: { ...process.env, ...env },
      freeBytes: roomy,
      enrolToken: () => Promise.resolve(''),
      clock: systemClock,
      print: (line) => void said.push(line),
    });
    onTestFinished(() => worker.stop());
    await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1);
    expect(holder()).toBe(process.pid);
    await draining.close();
    await expect.poll(holder, { timeout: 20_000 }).not.toBeOneOf([process.pid, undefined]);
    await expect.poll(() => readFileSync(join(folder, 'keys', 'worker.json'), 'utf8'), { timeout: 20_000 }).toContain('"openings":2');
  },
);
