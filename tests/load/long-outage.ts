/**
 * a destination is away while events come in at a steady rate, then comes back while they go on. `node tests/load/long-outage.ts`:
 * 60 s at 20 MB/s (about 3 minutes); with `long` an hour at 5 MB/s. `--json`: the last line alone. Exit code 1 when an event is lost,
 * wrong or out of order; figures fail nothing.
 *
 * Three processes: the senders (four keys, each in order, the next body once the one before is acknowledged), the destination, which is
 * the oracle, and a worker's data plane. Order is strict, the journal is on disk, each acknowledgement is synced.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { backlogLeftMs, type BacklogLook } from '@acequia/domain';
import { processMemoryMb } from '../faults/engine/process-figures.ts';
import { messageOf } from './parts/child-messages.ts';
import { freePort } from '@acequia/testkit/free-port';
import { median } from './parts/median.ts';
import { numberedLines, readNumberedLine } from './parts/numbered-lines.ts';
import { printResult } from './parts/print-result.ts';
import { RunningOracle, type StreamVerdict } from './parts/running-oracle.ts';
import { startEngine } from './parts/start-engine.ts';
import { straightDeployment } from './parts/straight-deployment.ts';

const sizes = { short: { awaySeconds: 60, mbPerSecond: 20 }, long: { awaySeconds: 3600, mbPerSecond: 5 } } as const;
const keys = ['a', 'b', 'c', 'd'];
const eventsPerBody = 250;
const warmSeconds = 10;
const lookMs = 1000;
/** The backlog is gone when no more waits than comes in within this time. */
const goneSeconds = 1;
/** How many times the outage its backlog may take before the senders stop; then it ends when nothing has arrived for so long. */
const drainFactor = 3;
const stuckMs = 60_000;
/** What is foretold is judged once the destination has been back for as long as the forecast looks back. */
const forecastAfterMs = 15_000;
/** Short of the end a second more or less is a large part. */
const forecastLeastMs = 5_000;

interface Work {
  readonly directory: string;
  readonly port: number;
  readonly destinationPort: number;
}
interface Looks {
  readonly waiting: number;
}
type Ask = 'away' | 'back' | 'count' | { readonly sent: Counts; readonly owed: Counts };
type Counts = Readonly<Record<string, number>>;

/** Tells every second how many events the console would show as waiting. */
async function worker({ directory, port, destinationPort }: Work): Promise<void> {
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  const creation = { baseUrl: `http://127.0.0.1:${destinationPort}`, order: 'strict', retry };
  const branch = { name: 'out', component: 'http', creation, node: { url: '/in', maxWait: '50ms' } };
  const engine = await startEngine(directory, straightDeployment('load', { port }, [branch]));
  process.send!('ready');
  setInterval(() => {
    const branches = engine.status().pipelines.flatMap((pipeline) => pipeline.branches);
    process.send!({ waiting: branches.reduce((sum, { waitingEvents }) => sum + waitingEvents, 0) } satisfies Looks);
  }, lookMs);
}

/** On `away` it refuses connections; on `count` it says how many different events it has; on what was sent and acknowledged it judges. */
async function destination(): Promise<void> {
  const oracle = new RunningOracle();
  const port = await freePort();
  let server: Server | undefined;
  const open = async (): Promise<void> => {
    server = createServer((asked, answer) => {
      const lines: string[] = [];
      createInterface(asked)
        .on('line', (line) => line !== '' && lines.push(line))
        .on('close', () => {
          for (const line of lines) {
            const { key, number, isIntact } = readNumberedLine(line);
            oracle.receive(key, number, isIntact);
          }
          answer.end();
        });
    });
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
  };
  process.on('message', (ask: Ask) => {
    if (ask === 'away') {
      server?.closeAllConnections();
      server?.close(() => process.send!('away'));
    } else if (ask === 'back') void open().then(() => process.send!('back'));
    else if (ask === 'count') process.send!(oracle.arrived);
    else process.send!(oracle.judge(new Map(Object.entries(ask.sent)), new Map(Object.entries(ask.owed))));
  });
  await open();
  process.send!((server!.address() as AddressInfo).port);
}

/** Four keys at a rate together; what is not acknowledged is sent again. */
class SteadySenders {
  readonly sent: Record<string, number> = {};
  readonly owed: Record<string, number> = {};
  refused = 0;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: keys.length });
  readonly #port: number;
  readonly #msPerBody: number;
  #stopping = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(port: number, eventsPerSecond: number) {
    this.#port = port;
    this.#msPerBody = (1000 * eventsPerBody * keys.length) / eventsPerSecond;
  }

  get acknowledged(): number {
    return Object.values(this.owed).reduce((sum, count) => sum + count, 0);
  }

  start(): void {
    this.#working = Promise.all(keys.map((key) => this.#work(key)));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
    this.#agent.destroy();
  }

  async #work(key: string): Promise<void> {
    let [number, dueMs] = [0, performance.now()];
    while (!this.#stopping) {
      const body = numberedLines(key, number, eventsPerBody);
      this.sent[key] = number + eventsPerBody;
      while ((await this.#post(body)) !== 200) {
        this.refused++;
        await sleep(50);
      }
      this.owed[key] = number += eventsPerBody;
      dueMs += this.#msPerBody;
      // What was held back is made up for a little, never as one burst.
      dueMs = Math.max(dueMs, performance.now() - this.#msPerBody);
      await sleep(Math.max(0, dueMs - performance.now()));
    }
  }

  #post(body: Buffer): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-length': body.length };
      const sent = request({ host: '127.0.0.1', port: this.#port, method: 'POST', path: '/', agent: this.#agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

async function ask<T>(child: ChildProcess, question: Ask): Promise<T> {
  const answer = messageOf<T>(child);
  child.send(question);
  return answer;
}

async function run({ awaySeconds, mbPerSecond }: (typeof sizes)[keyof typeof sizes]): Promise<StreamVerdict> {
  const directory = mkdtempSync(join(tmpdir(), 'long-outage-'));
  const peer = fork(import.meta.filename, ['--destination']);
  const destinationPort = await messageOf<number>(peer);
  const work: Work = { directory, port: await freePort(), destinationPort };
  // As a worker does on two cores.
  const env = { ACEQUIA_LANES: '1', ...process.env };
  const child = fork(import.meta.filename, ['--worker', JSON.stringify(work)], { env });
  try {
    await messageOf(child);
    const eventsPerSecond = (mbPerSecond * 1e6) / (numberedLines('a', 1e6, 1).length - 1);
    const senders = new SteadySenders(work.port, eventsPerSecond);
    const looks: BacklogLook[] = [];
    const [sizeErrors, forecasts]: [number[], { readonly atMs: number; readonly leftMs: number }[]] = [[], []];
    let [memoryMb, backMs] = [0, Infinity];
    /** Looks until it is over. */
    const until = async (isOver: (waiting: number) => boolean): Promise<void> => {
      for (;;) {
        const { waiting } = await messageOf<Looks>(child);
        const truth = senders.acknowledged - (await ask<number>(peer, 'count'));
        const atMs = performance.now();
        looks.push({ atMs, events: waiting });
        memoryMb = Math.max(memoryMb, processMemoryMb(child.pid!));
        if (truth > 5 * eventsPerSecond) sizeErrors.push((100 * Math.abs(waiting - truth)) / truth);
        const leftMs = atMs - backMs > forecastAfterMs ? backlogLeftMs(looks) : undefined;
        if (leftMs !== undefined) forecasts.push({ atMs, leftMs });
        if (isOver(truth)) return;
      }
    };
    const forSeconds = (seconds: number) => {
      const endMs = performance.now() + 1000 * seconds;
      return until(() => performance.now() >= endMs);
    };

    senders.start();
    await forSeconds(warmSeconds);
    const warmMb = memoryMb;
    await ask(peer, 'away');
    const [awayFromMs, awayFrom] = [performance.now(), senders.acknowledged];
    await forSeconds(awaySeconds);
    const ingestPerSecond = (1000 * (senders.acknowledged - awayFrom)) / (performance.now() - awayFromMs);
    const backlog = senders.acknowledged - (await ask<number>(peer, 'count'));
    const [takenBefore, arrivedBefore] = [senders.acknowledged, senders.acknowledged - backlog];
    await ask(peer, 'back');
    backMs = performance.now();
    const giveUpMs = backMs + 1000 * awaySeconds * drainFactor;
    await until((truth) => truth <= goneSeconds * eventsPerSecond || performance.now() > giveUpMs);
    const goneMs = performance.now();
    const drained = (await ask<number>(peer, 'count')) - arrivedBefore;
    const taken = senders.acknowledged - takenBefore;
    await senders.stop();
    for (
      let [arrived, atMs] = [-1, performance.now()];
      arrived < senders.acknowledged && performance.now() - atMs < stuckMs;
      await sleep(100)
    ) {
      const now = await ask<number>(peer, 'count');
      if (now > arrived) [arrived, atMs] = [now, performance.now()];
    }
    const verdict = await ask<StreamVerdict>(peer, { sent: senders.sent, owed: senders.owed });

    const errors = forecasts.flatMap(({ atMs, leftMs }) =>
      goneMs - atMs < forecastLeastMs ? [] : [(100 * Math.abs(leftMs - (goneMs - atMs))) / (goneMs - atMs)],
    );
    printResult(
      'long-outage',
      [
        { name: 'lost', is: verdict.lost, atMost: 0 },
        { name: 'wrong', is: verdict.wrong, atMost: 0 },
        { name: 'disordered', is: verdict.disordered, atMost: 0 },
        { name: 'ingestMbPerSecond', is: (ingestPerSecond / eventsPerSecond) * mbPerSecond, atLeast: mbPerSecond * 0.95 },
        { name: 'memoryGrowthMb', is: Math.max(0, memoryMb - warmMb), atMost: 64 },
        { name: 'drainPerIngest', is: drained / taken, atLeast: 2 },
        { name: 'backlogGoneMinutes', is: (goneMs - backMs) / 60_000, atMost: awaySeconds / 60 },
        ...(sizeErrors.length > 0 ? [{ name: 'shownSizeErrorPercent', is: median(sizeErrors), atMost: 20 }] : []),
        ...(errors.length > 0 ? [{ name: 'shownTimeLeftErrorPercent', is: median(errors), atMost: 20 }] : []),
      ],
      {
        load: { awaySeconds, mbPerSecond, eventsPerBody, keys: keys.length },
        acknowledged: senders.acknowledged,
        backlogEvents: backlog,
        duplicates: verdict.duplicates,
        bodiesRefused: senders.refused,
        warmMb: Math.round(warmMb),
        forecasts: errors.length,
      },
    );
    return verdict;
  } finally {
    for (const process of [child, peer]) {
      const ended = process.exitCode === null ? once(process, 'exit') : undefined;
      process.kill('SIGKILL');
      await ended;
    }
    rmSync(directory, { recursive: true, force: true });
  }
}

// The two others end with the one that started them.
process.once('disconnect', () => process.exit());
const [mode, argument] = process.argv.slice(2);
if (mode === '--worker') await worker(JSON.parse(argument!) as Work);
else if (mode === '--destination') await destination();
else {
  const { lost, wrong, disordered } = await run(sizes[mode === 'long' ? 'long' : 'short']);
  process.exitCode = lost + wrong + disordered === 0 ? 0 : 1;
}
