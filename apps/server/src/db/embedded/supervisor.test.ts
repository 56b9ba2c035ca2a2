import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { embeddedConnection } from '../connection.ts';
import { readPostmaster } from './postmaster.ts';
import { startEmbedded, type EmbeddedPostgres } from './supervisor.ts';

let home: string;
const options = () => ({ folder: path.join(home, 'postgres'), passwordFile: path.join(home, 'keys', 'password'), clock: systemClock });
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'acequia-embedded-'));
  mkdirSync(path.join(home, 'keys'));
});
afterEach(async () => {
  const living = readPostmaster(path.join(home, 'postgres'));
  if (living) await (await startEmbedded(options())).stop();
  rmSync(home, { recursive: true, force: true });
});

/** A server process of its own, with a row committed in its embedded database. */
async function serverProcess(): Promise<ChildProcess> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'supervisor.ts'))};
    import { systemClock } from '@acequia/base';
    import { Client } from 'pg';
    const e = await startEmbedded({ folder: ${JSON.stringify(options().folder)}, passwordFile: ${JSON.stringify(options().passwordFile)}, clock: systemClock });
    const c = new Client({ host: e.address.socketFolder, port: e.address.port, user: e.address.user, password: e.address.password, database: 'postgres' });
    c.on('error', () => undefined);
    await c.connect();
    await c.query('create table kept (id int); insert into kept values (7)');
    process.send('written');
    setInterval(() => {}, 1000);`;
  const child = fork(path.join(import.meta.dirname, 'run-module.mjs'), [script], {
    execArgv: [],
    cwd: path.join(import.meta.dirname, '../../..'),
  });
  await new Promise<void>((resolve) => child.once('message', () => resolve()));
  return child;
}

test('kill -9 of the server: the database goes on, is adopted, and has what was committed', async () => {
  const child = await serverProcess();
  child.kill('SIGKILL');
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pid = readPostmaster(options().folder)?.pid;
  const adopted = await startEmbedded(options());
  expect([adopted.adopted, readPostmaster(options().folder)?.pid]).toEqual([true, pid]);
  const client = new Client(embeddedConnection(adopted.address, 'postgres'));
  await client.connect();
  expect((await client.query('select id from kept')).rows).toEqual([{ id: 7 }]);
  const { rows } = await client.query("select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses");
  expect(rows).toEqual([{ fsync: 'on', addresses: '' }]);
  await adopted.stop();
  expect(readPostmaster(options().folder)).toBeDefined();
  await client.end();
  await adopted.stop();
  expect(readPostmaster(options().folder)).toBeUndefined();
});

test('kill -9 of the database whose parent does not collect it: it counts as ended, and another one starts', async () => {
  const parent = await serverProcess();
  onTestFinished(() => void parent.kill('SIGKILL'));
  const { pid } = readPostmaster(options().folder)!;
  parent.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0];
  while (state() !== 'Z') await new Promise((resolve) => setImmediate(resolve));
  expect(readPostmaster(options().folder)).toBeUndefined();
  const next = await startEmbedded(options());
  expect([next.adopted, state()]).toEqual([false, 'Z']);
  const client = new Client(embeddedConnection(next.address, 'postgres'));
  await client.connect();
  expect((await client.query('select id from kept')).rows).toEqual([{ id: 7 }]);
  await client.end();
  await next.stop();
  expect(readPostmaster(options().folder)).toBeUndefined();
});

test('kill -9 of the database while one of its processes is slow to end: another one starts once that has', async () => {
  const parent = await serverProcess();
  onTestFinished(() => void parent.kill('SIGKILL'));
  const { pid } = readPostmaster(options().folder)!;
  parent.kill('SIGSTOP');
  const slow = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
  process.kill(slow, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  while (readPostmaster(options().folder)) await new Promise((resolve) => setImmediate(resolve));
  let waits = 0;
  const sleep = (ms: number) => {
    if (++waits === 10) process.kill(slow, 'SIGCONT');
    return systemClock.sleep(ms);
  };
  const next = await startEmbedded({ ...options(), clock: { ...systemClock, sleep } });
  expect(next.adopted).toBe(false);
  await next.stop();
  expect(readPostmaster(options().folder)).toBeUndefined();
});

test.each([
  ['no file', undefined],
  ['a half file', '12'],
  ['a process that is gone', `${2 ** 22}\nFOLDER\n0\n5432\n/tmp`],
  ['a process that is no PostgreSQL', `${process.pid}\nFOLDER\n0\n5432\n/tmp`],
  ['no pid', 'x\nFOLDER\n0\n5432\n/tmp'],
])('%s is no living database', (_fear, text) => {
  mkdirSync(options().folder);
  if (text !== undefined) writeFileSync(path.join(options().folder, 'postmaster.pid'), text.replace('FOLDER', options().folder));
  expect(readPostmaster(options().folder)).toBeUndefined();
});

test('a start that was cut while making the database is made again; the password is 0600 and needed', async () => {
  mkdirSync(path.join(home, 'postgres.new'));
  const started = await startEmbedded(options());
  expect([started.adopted, existsSync(path.join(home, 'postgres.new'))]).toEqual([false, false]);
  expect(statSync(options().passwordFile).mode & 0o777).toBe(0o600);
  const stranger = new Client({ ...embeddedConnection(started.address, 'postgres'), password: 'wrong' });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  await started.stop();
});

test('a connection that is just ending when the server stops does not leave the database behind', async () => {
  const started = await startEmbedded(options());
  const ending = new Client(embeddedConnection(started.address, 'postgres'));
  await ending.connect();
  const stopping = await startEmbedded({
    ...options(),
    clock: {
      ...systemClock,
      sleep: async (ms) => {
        await ending.end();
        await systemClock.sleep(ms);
      },
    },
  });
  await stopping.stop();
  await started.stop();
  expect(readPostmaster(options().folder)).toBeUndefined();
});

/** A committed row is there again, on a server of another pid. */
async function expectBack(started: EmbeddedPostgres, pid: number): Promise<void> {
  await expect.poll(() => readPostmaster(options().folder)?.pid ?? pid).not.toBe(pid);
  const answers = async () => {
    const client = new Client(embeddedConnection(started.address, 'postgres'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query('select id from kept')).rows;
    } catch {
      return undefined;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  await expect.poll(answers).toEqual([{ id: 7 }]);
}

async function startWithRow(): Promise<EmbeddedPostgres> {
  const started = await startEmbedded(options());
  onTestFinished(() => started.stop());
  const client = new Client(embeddedConnection(started.address, 'postgres'));
  await client.connect();
  await client.query('create table kept (id int); insert into kept values (7)');
  await client.end();
  return started;
}

const pidOf = (): number => readPostmaster(options().folder)!.pid;

test('a database that is killed is started again at its address, each time', async () => {
  const started = await startWithRow();
  for (let round = 0; round < 3; round += 1) {
    const pid = pidOf();
    process.kill(pid, 'SIGKILL');
    await expectBack(started, pid);
  }
});

test('an adopted database that is killed is started again, too', async () => {
  const child = await serverProcess();
  child.kill('SIGKILL');
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const adopted = await startEmbedded(options());
  onTestFinished(() => adopted.stop());
  const pid = pidOf();
  process.kill(pid, 'SIGKILL');
  await expectBack(adopted, pid);
});

test('lock files that a full disk left empty do not keep the database from starting', async () => {
  const started = await startWithRow();
  await started.stop();
  writeFileSync(path.join(options().folder, 'postmaster.pid'), '');
  writeFileSync(path.join(started.address.socketFolder, `.s.PGSQL.${started.address.port}.lock`), '');
  const again = await startEmbedded(options());
  onTestFinished(() => again.stop());
  await expectBack(again, 0);
});

test('stopping while the database is being started again leaves none running', async () => {
  for (const checks of [1, 2, 4, 8]) {
    const started = await startEmbedded(options());
    process.kill(pidOf(), 'SIGKILL');
    for (let check = 0; check < checks; check += 1) await systemClock.sleep(40);
    await started.stop();
    expect(readPostmaster(options().folder)).toBeUndefined();
  }
});
