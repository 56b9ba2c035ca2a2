/**
 * Early test 1 of the engine, through the real path: three closed-loop HTTP senders of 256 KiB bodies against an HTTP
 * listener, a disk journal and a pipeline; `durability: fsync` against `os`, taking turns, each with a fresh journal.
 * Run with `node tests/load/http-ingest.ts`; the last line is one JSON object. Takes about 40 seconds.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './parts/median.ts';
import { startEngine } from './parts/start-engine.ts';
import { straightDeployment } from './parts/straight-deployment.ts';

const senders = 3;
const bodyBytes = 256 * 1024;
const warmUpMs = 1000;
const measuredMs = 4000;
const rounds = 3;

type Durability = 'fsync' | 'os';

async function worker(directory: string, durability: Durability): Promise<void> {
  const branch = { name: 'out', component: 'null', creation: {}, node: {} };
  const engine = await startEngine(directory, straightDeployment(durability, { port: 18_977, durability }, [branch]));
  process.send!(engine.status().listeners[0]!.addresses[0]!.port);
}

const line = `{"host":"web-1","user":"ana","path":"/a/b/c","status":200,"ms":31,"note":"${'x'.repeat(180)}"}\n`;
const body = Buffer.from(line.repeat(Math.floor(bodyBytes / line.length)));

/** Requests answered 200 in the time given, with `senders` always under way. */
async function send(port: number, forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const end = performance.now() + forMs;
  let answered = 0;
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, method: 'POST', path: '/', agent, headers: { 'content-length': body.length } },
        (answer) => {
          answer.resume();
          answer.on('end', () =>
            answer.statusCode === 200 || answer.statusCode === 503 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
          );
          if (answer.statusCode === 200) answered += 1;
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (performance.now() < end) await post();
    }),
  );
  agent.destroy();
  return answered;
}

async function measure(durability: Durability): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'http-ingest-'));
  const child: ChildProcess = fork(import.meta.filename, [directory, durability], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const [port] = (await once(child, 'message')) as [number];
    await send(port, warmUpMs);
    const start = performance.now();
    const answered = await send(port, measuredMs);
    return (answered * body.length) / ((performance.now() - start) / 1000) / 1e6;
  } finally {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

const [directory, durability] = process.argv.slice(2);
if (directory !== undefined) await worker(directory, durability as Durability);
else {
  const rates: Record<Durability, number[]> = { fsync: [], os: [] };
  for (let round = 0; round < rounds; round += 1) for (const kind of ['fsync', 'os'] as const) rates[kind].push(await measure(kind));
  const [synced, unsynced] = [median(rates.fsync), median(rates.os)];
  console.log(
    `synced ${synced.toFixed(1)} MB/s, written only ${unsynced.toFixed(1)} MB/s, ratio ${(synced / unsynced).toFixed(2)} (goal 0.7)`,
  );
  console.log(
    JSON.stringify({
      test: 'http-ingest',
      syncedMbPerSecond: synced,
      unsyncedMbPerSecond: unsynced,
      ratio: synced / unsynced,
      load: loadavg()[0],
      cpu: cpus()[0]?.model,
      cores: cpus().length,
    }),
  );
}
