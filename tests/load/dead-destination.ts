/**
 * What a destination that refuses every connection costs the branch beside it, when it stands in a pipeline of its own and
 * when both stand in one (one listener, HTTP datasinks in strict order). Run with `node tests/load/dead-destination.ts`; the last line is one JSON object. Takes about two minutes and a half.
 *
 * Three processes: the senders, the destination that lives, and a worker's data plane. A round sends a fixed number
 * of events at 70 % of the full rate and ends when the living destination has all of them. Rounds of the three kinds take turns, each with a
 * new worker and a new journal; the medians are compared. That nothing is lost is tests/e2e/dead-destination.test.ts.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './parts/child-messages.ts';
import { freePort } from '@acequia/testkit/free-port';
import { median } from './parts/median.ts';
import { startEngine } from './parts/start-engine.ts';
import { inOnePipeline, straightDeployment, type Branch } from './parts/straight-deployment.ts';
import { printResult } from './parts/print-result.ts';

const rounds = 5;
const senders = 2;
/** Of the rate that one branch alone reaches when it is sent events as fast as they are acknowledged. */
const share = 0.7;
const bodiesPerRound = 1500;
const warmUpBodies = 60;
const eventsPerBody = 250;

type Kind = 'alone' | 'own-pipeline' | 'one-pipeline';

interface Work {
  readonly directory: string;
  readonly port: number;
  readonly livePort: number;
  /** Of the destination that is not there. */
  readonly deadPort: number;
  readonly kind: Kind;
}

/** Answers `ready` once it listens. */
async function worker({ directory, port, livePort, deadPort, kind }: Work): Promise<void> {
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  const branch = (name: string, to: number): Branch => ({
    name,
    component: 'http',
    creation: { baseUrl: `http://127.0.0.1:${to}`, order: 'strict', retry },
    node: { url: '/in', maxWait: '50ms' },
  });
  const branches = [branch('live', livePort), ...(kind === 'alone' ? [] : [branch('dead', deadPort)])];
  const deployment = straightDeployment('load', { port }, branches);
  await startEngine(directory, kind === 'one-pipeline' ? inOnePipeline(deployment) : deployment);
  process.send!('ready');
}

/** The destination that lives: on a message with a number of events, answers once it has had so many since the last one. */
async function destination(): Promise<void> {
  let events = 0;
  let wanted = Infinity;
  const answerWhenDone = () => {
    if (events < wanted) return;
    events -= wanted;
    wanted = Infinity;
    process.send!('arrived');
  };
  const server = createServer((asked, answer) => {
    asked.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) events += 1;
    });
    asked.on('end', () => {
      answer.end();
      answerWhenDone();
    });
  });
  process.on('message', (count: number) => {
    wanted = count;
    answerWhenDone();
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
}

const body = Buffer.from(
  Array.from({ length: eventsPerBody }, (_, n) => `{"n":${n},"site":"north","level":${n % 97},"note":"${'x'.repeat(80)}"}\n`).join(''),
);

const post = (port: number, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/', agent, headers: { 'content-length': body.length } },
      (answer) => {
        answer.resume();
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`))));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** Events a second that the living destination got; sent as fast as they are acknowledged, or `bodiesPerSecond`. */
async function send(port: number, live: ChildProcess, bodies: number, bodiesPerSecond = Infinity): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const startMs = performance.now();
  const arrived = messageOf(live);
  live.send(bodies * eventsPerBody);
  let sent = 0;
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (sent < bodies) {
        const dueMs = startMs + (sent++ * 1000) / bodiesPerSecond;
        const waitMs = dueMs - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        await post(port, agent);
      }
    }),
  );
  await arrived;
  agent.destroy();
  return (bodies * eventsPerBody) / ((performance.now() - startMs) / 1000);
}

async function measure(live: ChildProcess, livePort: number, kind: Kind, bodiesPerSecond?: number): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'dead-destination-'));
  const work: Work = { directory, port: await freePort(), livePort, deadPort: await freePort(), kind };
  const child = fork(import.meta.filename, ['--worker', JSON.stringify(work)]);
  try {
    await messageOf(child);
    await send(work.port, live, warmUpBodies);
    return await send(work.port, live, bodiesPerRound, bodiesPerSecond);
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const live = fork(import.meta.filename, ['--destination']);
  try {
    const livePort = await messageOf<number>(live);
    const full: number[] = [];
    for (let round = 0; round < 3; round += 1) full.push(await measure(live, livePort, 'alone'));
    const bodiesPerSecond = (median(full) * share) / eventsPerBody;
    const rates: Record<Kind, number[]> = { alone: [], 'own-pipeline': [], 'one-pipeline': [] };
    const kinds = Object.keys(rates) as Kind[];
    for (let round = 0; round < rounds; round += 1)
      for (const kind of kinds) rates[kind].push(Math.round(await measure(live, livePort, kind, bodiesPerSecond)));
    const ratio = (kind: Kind) => Number((median(rates[kind]) / median(rates.alone)).toFixed(3));
    const figures = [
      { name: 'besideInOwnPipeline', is: ratio('own-pipeline'), atLeast: 0.95 },
      { name: 'besideInOnePipeline', is: ratio('one-pipeline'), atLeast: 0.95 },
    ];
    printResult('dead-destination', figures, {
      fullRate: Math.round(median(full)),
      load: { share, senders, eventsPerBody, bodyBytes: body.length, bodiesPerRound },
      eventsPerSecond: rates,
      medians: Object.fromEntries(kinds.map((kind) => [kind, median(rates[kind])])),
      ratios: { 'own-pipeline': ratio('own-pipeline'), 'one-pipeline': ratio('one-pipeline') },
    });
  } finally {
    live.kill();
  }
}

// The two others end with the one that started them.
process.once('disconnect', () => process.exit());
const [mode, argument] = process.argv.slice(2);
if (mode === '--worker') await worker(JSON.parse(argument!) as Work);
else if (mode === '--destination') await destination();
else await main();
