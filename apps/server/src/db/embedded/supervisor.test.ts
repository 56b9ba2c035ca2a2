import { fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embeddedConnection } from '../connection.ts';
import { readPostmaster } from './postmaster.ts';
import { startEmbedded } from './supervisor.ts';

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

test('kill -9 of the server: the database goes on, is adopted, and has what was committed', async () => {
  const script = `
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'supervisor.ts'))};
    import { systemClock } from '@acequia/base';
    import { Client } from 'pg';
    const e = await startEmbedded({ folder: ${JSON.stringify(options().folder)}, passwordFile: ${JSON.stringify(options().passwordFile)}, clock: systemClock });
    const c = new Client({ host: e.address.socketFolder, port: e.address.port, user: e.address.user, password: e.address.password, database: 'postgres' });
    await c.connect();
    await c.query('create table kept (id int); insert into kept values (7)');
    process.send('written');
    setInterval(() => {}, 1000);`;
  const child = fork(path.join(import.meta.dirname, 'run-module.mjs'), [script], {
    execArgv: [],
    cwd: path.join(import.meta.dirname, '../../..'),
  });
  await new Promise<void>((resolve) => child.once('message', () => resolve()));
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

test('a start that was cut while making the database is made again; the password is 0600 and needed', async () => {
  mkdirSync(path.join(home, 'postgres.new'));
  const started = await startEmbedded(options());
  expect([started.adopted, existsSync(path.join(home, 'postgres.new'))]).toEqual([false, false]);
  expect(statSync(options().passwordFile).mode & 0o777).toBe(0o600);
  const stranger = new Client({ ...embeddedConnection(started.address, 'postgres'), password: 'wrong' });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  await started.stop();
});
