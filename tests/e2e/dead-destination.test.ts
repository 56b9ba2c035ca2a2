import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { datasinkNode, documentOf, imbalances, labelNode, openWorkbench, type Workbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-dead-'));
const bodiesPerRun = 100;
const eventsPerBody = 250;
const perRun = bodiesPerRun * eventsPerBody;

let acequia: Acequia;
let bench: Workbench;
let live: HttpPeer;
let revived: HttpPeer | undefined;
let moved: HttpPeer | undefined;
let deadPort: number;
let pipeline: string;
let intakeUrl: string;
let listener: string;
let liveSink: string;
let deadSink: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  bench = await openWorkbench(acequia);
  live = await startHttpPeer();
  deadPort = await freePort();
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  listener = await bench.listener('http', { bind: '127.0.0.1', port });
  liveSink = await bench.datasink('http', { baseUrl: live.url, order: 'strict' });
  deadSink = await bench.datasink('http', {
    baseUrl: `http://127.0.0.1:${deadPort}`,
    order: 'strict',
    retry: { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' },
  });
  pipeline = await bench.pipeline(documentOf([labelNode('in', listener), branch('live', liveSink)], ['in>live']));
});

afterAll(async () => {
  agent.destroy();
  await acequia?.stop();
  await live?.close();
  await revived?.close();
  await moved?.close();
  rmSync(folder, { recursive: true, force: true });
});

const branch = (id: string, datasinkId: string) => datasinkNode(id, datasinkId, 'http', { url: '/in', maxWait: '50ms' });

/** Closed loop: the next body leaves when the one before is acknowledged. Resolves when all events have reached the live peer. */
async function run(from: number): Promise<void> {
  for (let body = 0; body < bodiesPerRun; body += 1) {
    const first = from + body * eventsPerBody;
    const lines = Array.from(
      { length: eventsPerBody },
      (_, index) => `{"n":${first + index},"site":"north","level":${(first + index) % 97}}`,
    );
    expect(await post(lines.join('\n'))).toBe(200);
  }
  await eventually('the live branch', () => (live.lines.length >= from + perRun ? true : undefined), 120_000);
}

function post(body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(intakeUrl, { method: 'POST', agent, headers: { 'content-type': 'application/x-ndjson' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
}

const numbers = (lines: readonly string[]): number[] => lines.map((line) => (JSON.parse(line) as { n: number }).n);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

// What it costs the live branch is measured by tests/load/dead-destination.ts.
test('a destination that refuses connections for the whole run: the other branch does not notice, and nothing is lost', async () => {
  let sent = 0;
  const sendRun = async (): Promise<void> => {
    await run(sent);
    sent += perRun;
  };
  await sendRun();
  expect(numbers(live.lines)).toEqual(upTo(sent));

  const before = sent;
  const draft = await bench.api.call<{ revision: number }>('PUT', `/pipelines/${pipeline}/draft`, {
    revision: 1,
    document: documentOf([labelNode('in', listener), branch('live', liveSink), branch('dead', deadSink)], ['in>live', 'in>dead']),
  });
  await bench.publish(pipeline, draft.revision);

  for (let round = 0; round < 3; round += 1) await sendRun();
  expect(numbers(live.lines)).toEqual(upTo(sent));
  const during = await bench.counted('all of the live branch', (totals) => totals.datasinks[liveSink]?.delivered === sent);
  expect(imbalances(during)).toEqual([]);
  expect(during.datasinks[deadSink]?.delivered ?? 0).toBe(0);

  revived = await startHttpPeer(deadPort);
  const arrived = revived;
  await eventually('everything at the revived one', () => (arrived.lines.length >= sent - before ? true : undefined), 120_000);
  expect(numbers(arrived.lines)).toEqual(upTo(sent).slice(before));

  const after = await bench.counted('the ledger at rest', ({ pipelines }) => pipelines[pipeline]?.inFlight === 0);
  expect(imbalances(after)).toEqual([]);
  expect(after.listeners[listener]).toMatchObject({ received: sent, decoded: sent, rejected: 0, empty: 0 });
  expect(after.datasinks).toMatchObject({ [liveSink]: { delivered: sent }, [deadSink]: { delivered: sent - before } });
  expect(after.pipelines[pipeline]).toMatchObject({ entered: sent, delivered: sent + sent - before, dropped: 0, rejected: 0, expired: 0 });
  expect(arrived.lines).toHaveLength(sent - before);
});

test('events-sent-to-the-old-address: what waits when the address of a data sink is corrected goes to the new one', async () => {
  await revived!.close();
  const before = live.lines.length;
  await run(before);
  moved = await startHttpPeer();
  const { revision, config } = await bench.api.call<{ revision: number; config: object }>('GET', `/datasinks/${deadSink}`);
  const corrected = { id: deadSink, revision, name: 'Corrected', description: '', tags: [], config: { ...config, baseUrl: moved.url } };
  await bench.api.call('PUT', `/datasinks/${deadSink}`, corrected);
  const arrived = moved;
  await eventually('everything at the new address', () => (arrived.lines.length >= perRun ? true : undefined), 120_000);
  expect(numbers(arrived.lines)).toEqual(upTo(before + perRun).slice(before));
});
