/**
 * Changes on their way to browsers (early test 10): three servers on one database, 1,000 clients that listen, 200 commits a
 * second. Run with `node tests/load/change-stream.ts`; the last line is one JSON object. Takes about half a minute.
 *
 * Each server is a process with its own relay and writes a third of the changes; clients belong to 20 tenants and hold an
 * event stream each. In the middle all connections for notifications are cut. Every client must have seen every change of its
 * tenant, once and in order.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog, systemClock } from '@acequia/base';
import { Client } from 'pg';
import type { OwnerConnection } from '../../apps/server/src/db/connection.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import { createTestDatabase, testKek, testRoles } from '../../apps/server/src/db/test-database.ts';
import { watchChanges, type WatchedEditors } from '../../apps/server/src/dispatch/change-stream.ts';
import { startRelay } from '../../apps/server/src/dispatch/relay.ts';
import { writeChange } from '../../apps/server/src/dispatch/write-change.ts';
import { messageOf } from './parts/child-messages.ts';
import { printResult } from './parts/print-result.ts';

const serverCount = 3;
const clientCount = 1000;
const tenants = Array.from({ length: 20 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const commitsPerSecond = 200;
const seconds = 20;
const commits = commitsPerSecond * seconds;

const nobodyEdits: WatchedEditors = { watch: () => () => undefined, at: () => [] };

/** Answers its port; then, told to, writes its share of the changes, and says when it has. */
async function serve(index: number): Promise<void> {
  const database = openDatabase(await messageOf<OwnerConnection>(process), testRoles, testKek);
  const relay = await startRelay(database, systemClock, silentLog);
  const http = createServer((request, answer) => {
    const over = new AbortController();
    answer.on('close', () => over.abort());
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    void (async () => {
      for await (const { id } of watchChanges(database, relay, nobodyEdits, request.url!.slice(1), undefined, over.signal))
        answer.write(`data: ${id}\n\n`);
    })();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const begun = messageOf(process);
  process.send!((http.address() as AddressInfo).port);
  await begun;
  const began = performance.now();
  for (let n = index; n < commits; n += serverCount) {
    const wait = began + (n / commitsPerSecond) * 1000 - performance.now();
    if (wait > 1) await sleep(wait);
    const tenantId = tenants[n % tenants.length]!;
    await database.withTenant(tenantId, (tx) => writeChange({ tx, tenantId, now: Date.now() }, 'pipeline', `PL_${n}`));
    relay.kick();
  }
  process.send!('written');
}

interface Browser {
  readonly tenant: string;
  readonly seen: string[];
  readonly stream: IncomingMessage;
}

const open = (port: number, tenant: string): Promise<Browser> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `/${tenant}` }, (stream) => {
      const seen: string[] = [];
      createInterface({ input: stream }).on('line', (line) => line.startsWith('data: ') && seen.push(line.slice(6)));
      resolve({ tenant, seen, stream });
    }).on('error', reject);
  });

async function main(): Promise<void> {
  const db = await createTestDatabase();
  const listener = new Client(db.owner);
  await listener.connect();
  let notifications = 0;
  listener.on('notification', () => notifications++);
  await listener.query('listen acequia_dispatch');
  const servers: ChildProcess[] = [];
  try {
    const ports: number[] = [];
    for (let index = 0; index < serverCount; index++) {
      const server = fork(import.meta.filename, ['--server', String(index)]);
      servers.push(server);
      server.send(db.owner);
      ports.push(await messageOf<number>(server));
    }
    const browsers = await Promise.all(
      Array.from({ length: clientCount }, (_, n) => open(ports[n % serverCount]!, tenants[n % tenants.length]!)),
    );
    const began = performance.now();
    const written = servers.map((server) => messageOf(server));
    for (const server of servers) server.send('go');
    await sleep((seconds * 1000) / 2);
    const cut = await listener.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'acequia relay' and datname = current_database()",
    );
    await Promise.all(written);
    const tookSeconds = (performance.now() - began) / 1000;
    const wanted = commits / tenants.length;
    const end = performance.now() + 30_000;
    while (browsers.some(({ seen }) => seen.length < wanted) && performance.now() < end) await sleep(50);
    const whole = browsers.filter(({ seen }) => new Set(seen).size === wanted && seen.length === wanted).length;
    const orders = new Set(browsers.map(({ tenant, seen }) => `${tenant} ${seen.join()}`)).size;
    const figures = [
      { name: 'notificationsPerSecond', is: notifications / tookSeconds, atMost: 10 },
      { name: 'clientsThatSawAllOnce', is: whole, atLeast: clientCount },
      { name: 'ordersPerTenant', is: orders / tenants.length, atMost: 1 },
    ];
    printResult('change-stream', figures, {
      servers: serverCount,
      clients: clientCount,
      commitsPerSecond: Math.round(commits / tookSeconds),
      notificationsPerSecond: Number((notifications / tookSeconds).toFixed(1)),
      connectionsCut: cut.rowCount,
      clientsThatSawAllOnce: whole,
      ordersPerTenant: orders / tenants.length,
    });
    for (const { stream } of browsers) stream.destroy();
  } finally {
    for (const server of servers) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    await listener.end();
    await db.drop();
  }
}

process.once('disconnect', () => process.exit());
const [mode, index] = process.argv.slice(2);
if (mode === '--server') await serve(Number(index));
else await main();
