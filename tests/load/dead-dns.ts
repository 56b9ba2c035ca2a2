/**
 * Early test 2 of the engine: what a destination whose name never resolves and eight gzip datasinks cost the senders.
 * Run with `node tests/load/dead-dns.ts`; the last line is one JSON object. Takes about 50 seconds.
 *
 * Three processes: the sender, the destination, and one that is what a worker is in its data plane (engine, disk journal,
 * components). The sender keeps a fixed rate whatever the answers do, and times each request from the moment it was due.
 * Runs without and with the extra branches take turns, each with a new worker and a new journal. The name server of the
 * worker takes every question and never answers; where that cannot be set up (it needs `unshare -m` and port 53 of
 * 127.77.0.53), the system's own resolver is asked for a name that does not exist, and the result says so.
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@acequia/base';
import type { Deployment } from '@acequia/pipeline';
import { messageOf } from './parts/child-messages.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startEngine } from './parts/start-engine.ts';
import { straightDeployment } from './parts/straight-deployment.ts';
import { printResult } from './parts/print-result.ts';

const requestsPerSecond = 50;
const eventsPerRequest = 40;
const warmUpMs = 2000;
const measuredMs = 8000;
const gzipBranches = 8;
const nameServer = '127.77.0.53';

interface Work {
  readonly directory: string;
  readonly port: number;
  readonly destinationPort: number;
  readonly extra: boolean;
}

function deploymentOf({ port, destinationPort, extra }: Work): Deployment {
  const gzip = (n: number) => ({
    name: `gzip${n}`,
    component: 'http',
    creation: { compression: 'gzip' },
    node: { url: `http://127.0.0.1:${destinationPort}/${n}` },
  });
  const branches = [
    { name: 'live', component: 'null', creation: {}, node: {} },
    ...(extra
      ? [
          { name: 'dead', component: 'http', creation: {}, node: { url: 'https://collector.dead-dns.test/events' } },
          ...Array.from({ length: gzipBranches }, (_, n) => gzip(n)),
        ]
      : []),
  ];
  return straightDeployment(extra ? 'with' : 'without', { port }, branches);
}

/** The worker: answers `{ port }` once it listens, and to any message with what it knows of its branches. */
async function worker(work: Work): Promise<void> {
  const engine = await startEngine(work.directory, deploymentOf(work));
  process.on('message', () => process.send!(engine.status().pipelines.map(({ id, branches }) => ({ id, ...branches[0] }))));
  process.send!({ port: engine.status().listeners[0]!.addresses[0]!.port });
}

const body = Buffer.from(
  Array.from(
    { length: eventsPerRequest },
    (_, n) =>
      `{"n":${n},"host":"web-${n % 7}","user":"ana","path":"/a/b/c?n=${n}","status":200,"ms":${n * 3},"note":"${'x'.repeat(120)}"}\n`,
  ).join(''),
);

/** Sends at a fixed rate for the time given; answers times in ms, from when each request was due. */
async function send(port: number, forMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const start = performance.now();
  const total = Math.floor((forMs / 1000) * requestsPerSecond);
  for (let n = 0; n < total; n++) {
    const due = start + (n * 1000) / requestsPerSecond;
    const wait = due - performance.now();
    if (wait > 0) await systemClock.sleep(wait);
    pending.push(
      new Promise((resolve, reject) => {
        const sent = request(
          { host: '127.0.0.1', port, method: 'POST', path: '/', agent, headers: { 'content-length': body.length } },
          (answer) => {
            answer.resume();
            answer.on('end', () => {
              if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
              times.push(performance.now() - due);
              resolve();
            });
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
    );
  }
  await Promise.all(pending);
  agent.destroy();
  return times;
}

interface BranchFacts {
  readonly id: string;
  readonly state: string;
  readonly waitingEvents: number;
}

async function measure(
  destinationPort: number,
  extra: boolean,
  resolvConf: string | undefined,
): Promise<{ times: number[]; branches: readonly BranchFacts[] }> {
  const directory = mkdtempSync(join(tmpdir(), 'dead-dns-'));
  const work: Work = { directory, port: await freePort(), destinationPort, extra };
  const args = ['--worker', JSON.stringify(work)];
  const script = import.meta.filename;
  const child: ChildProcess =
    resolvConf === undefined
      ? fork(script, args)
      : fork(script, args, {
          execPath: 'unshare',
          execArgv: ['-m', 'sh', '-c', `mount --bind ${resolvConf} /etc/resolv.conf && exec ${process.execPath} "$0" "$@"`],
        });
  try {
    const { port } = await messageOf<{ port: number }>(child);
    await send(port, warmUpMs);
    const times = await send(port, measuredMs);
    child.send('status');
    const branches = await messageOf<BranchFacts[]>(child);
    return { times, branches };
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A destination that takes everything, in a process of its own. */
async function destination(): Promise<void> {
  const server = createServer((asked, answer) => {
    asked.resume();
    asked.on('end', () => answer.end());
  });
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
}

/** A name server that hears and says nothing, and a resolver file that names it; undefined where the machine does not allow it. */
async function silentNameServer(folder: string): Promise<{ readonly file: string; questions(): number; close(): void } | undefined> {
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${nameServer}\n`);
  const allowed = spawnSync('unshare', ['-m', 'mount', '--bind', file, '/etc/resolv.conf']).status === 0;
  if (!allowed) return undefined;
  const socket = createSocket('udp4');
  let questions = 0;
  socket.on('message', () => questions++);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(53, nameServer, resolve);
    });
  } catch {
    return undefined;
  }
  return { file, questions: () => questions, close: () => socket.close() };
}

const at = (times: readonly number[], share: number): number =>
  Number(times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(2));
const figures = (times: readonly number[]) => ({ requests: times.length, p50Ms: at(times, 0.5), p99Ms: at(times, 0.99) });

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dead-dns-'));
  const silent = await silentNameServer(folder);
  const peer = fork(import.meta.filename, ['--destination']);
  try {
    const { port } = await messageOf<{ port: number }>(peer);
    const without: number[] = [];
    const withExtra: number[] = [];
    let branches: readonly BranchFacts[] = [];
    for (let round = 0; round < 2; round++) {
      without.push(...(await measure(port, false, silent?.file)).times);
      const run = await measure(port, true, silent?.file);
      withExtra.push(...run.times);
      branches = run.branches;
    }
    const [a, b] = [figures(without), figures(withExtra)];
    const measured = [{ name: 'ratioP99', is: b.p99Ms / a.p99Ms, atMost: 1.2 }];
    printResult('dead-dns', measured, {
      nameServer: silent ? { kind: 'silent', questions: silent.questions() } : { kind: 'system' },
      load: { requestsPerSecond, eventsPerRequest, bodyBytes: body.length },
      without: a,
      with: b,
      ratioP99: Number((b.p99Ms / a.p99Ms).toFixed(2)),
      branches: branches.map(({ id, state, waitingEvents }) => `${id} ${state} ${waitingEvents}`),
    });
  } finally {
    peer.kill();
    silent?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const [mode, argument] = process.argv.slice(2);
if (mode === '--worker') await worker(JSON.parse(argument!) as Work);
else if (mode === '--destination') await destination();
else await main();
