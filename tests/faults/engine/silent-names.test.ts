import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@acequia/testkit/free-port';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '../../../apps/server/src/tls/self-signed.ts';
import type { Answer, Order } from '../../../apps/worker/test/changes-child.ts';
import { countLines } from '../../../apps/worker/test/two-tenants.ts';
import { NameServer } from '../walk/name-server.ts';

const program = fileURLToPath(new URL('../../../apps/worker/test/changes-child.ts', import.meta.url));
/** Four times as many as a process asks for at once when it asks in the usual way, each for ten seconds. */
const silentNames = 8;
const rounds = 40;
/** For one event of the other tenant; far less than it would wait behind the names. */
const patience = { timeout: 15_000, interval: 5 };
const mayHaveResolverFile = spawnSync('unshare', ['-m', 'true']).status === 0;

/** A destination; gives its port and how often it was sent each body. */
async function openPeer(): Promise<{ readonly port: number; readonly bodies: ReadonlyMap<string, number> }> {
  const bodies = new Map<string, number>();
  const server = createServer(createCertificate(['other.test'], Date.now()), (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { message } = JSON.parse(body) as { readonly message: string };
      bodies.set(message, (bodies.get(message) ?? 0) + 1);
      response.setHeader('connection', 'close').end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, bodies };
}

test.skipIf(!mayHaveResolverFile)(
  'names of one tenant’s data sinks that are never answered for delay no event of another, to its file or to a name of its own',
  { timeout: 120_000 },
  async () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'silent-names-')));
    const out = join(directory, 'out');
    mkdirSync(out);
    const names = (await NameServer.open(directory))!;
    names.goSilent((name) => name.startsWith('silent-'));
    const peer = await openPeer();
    const [unshare, ...words] = names.through;
    const worker = fork(program, [directory], { execPath: unshare!, execArgv: [...words, process.execPath] });
    onTestFinished(async () => {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      names.close();
      rmSync(directory, { recursive: true });
    });
    const ports = { a: await freePort(), b: await freePort() };
    const dead = Array.from({ length: silentNames }, (_, n) => `https://silent-${n}.test`);
    await order(worker, { do: 'apply', changes: { out, ports, dead, peer: `https://other.test:${peer.port}` } });
    await post(ports.a, 'event 0');
    await expect.poll(() => names.questions, patience).toBeGreaterThan(0);
    for (let n = 0; n < rounds; n++) {
      await post(ports.b, `event ${n}`);
      await expect.poll(() => [countLines(out, 'b.log').get(n), peer.bodies.get(`event ${n}`)], patience).toEqual([1, 1]);
    }
    expect(countLines(out, 'a.log').size).toBe(1);
  },
);

async function order(worker: ChildProcess, what: Order): Promise<void> {
  const answer = once(worker, 'message');
  worker.send(what);
  const [{ failed }] = (await answer) as [Answer];
  expect(failed).toBeUndefined();
}

/** With the token of B; A asks for none. */
async function post(port: number, line: string): Promise<void> {
  const headers = { authorization: 'Bearer token' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: `${line}\n` });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
}
