import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, type Clock, type Log } from '@acequia/base';
import { deploymentHash, type DownMessage, type Report } from '@acequia/contract/fleet';
import { createKeyPair, sealText, signText } from '@acequia/contract/fleet-crypto';
import type { TraceRooms, Engine } from '@acequia/engine';
import type { WriteFault } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FleetClient } from '../fleet/fleet-client.ts';
import type { LentTables } from '../lookups/lent-tables.ts';
import type { LookupFault, LookupTables } from '../lookups/lookup-tables.ts';
import { applyWaitMs } from './failed-apply.ts';
import { LastKnown } from './last-known.ts';
import { SecretBundle } from './secret-bundle.ts';
import { Worker, type WorkerOptions } from './worker.ts';

const server = createKeyPair('ed25519');
const sealing = createKeyPair('x25519');
let folder: string;
let worker: Worker;
/** Waits of retries under way; calling one ends it. */
let waits: { readonly ms: number; readonly end: () => void }[];
let applied: string[];
/** What a start without the server would go on from when the engine is given a deployment. */
let keptAtApply: (string | undefined)[];
let failing: boolean;
/** Pipelines whose versions the engine refuses. */
let refused: Set<string>;
let refusal: string;
let writeFault: WriteFault | undefined;
/** The disk for the files of lookups is full. */
let lookupsLackSpace: boolean;
let secretChanges: number;
let reports: Report[];
let lookupFaults: readonly LookupFault[];
let send: (message: DownMessage) => void;
/** Codes of errors in the log. */
let told: unknown[];
/** Another start of the worker. */
let begin: () => void;

const listener = (id: string, revision = 1) => ({
  id,
  tenantId: 'T1',
  name: id,
  component: 'tcp',
  version: '1.0.0',
  config: {},
  revision,
  labels: [],
});
const pipeline = (id: string) => ({
  id,
  versionId: `${id}-1`,
  tenantId: 'T1',
  name: id,
  version: '1.0.0',
  document: { format: 1 as const, nodes: [], links: [] },
});

function deployment(listeners: Deployment['listeners'], pipelines: Deployment['pipelines']): Extract<DownMessage, { type: 'deployment' }> {
  const content = {
    format: 1 as const,
    cluster: { id: 'CL_1', name: 'c', egress: { mode: 'open' as const, allowed: [] }, fileRoots: [] },
    listeners,
    datasinks: [],
    pipelines,
  };
  const hash = deploymentHash(content);
  return { type: 'deployment', deployment: { ...content, hash }, signature: signText(hash, server.privatePem) };
}

/** Runs all that can run without a wait ending. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-failing-engine-'));
  [waits, applied, keptAtApply, failing, secretChanges, reports, lookupFaults] = [[], [], [], false, 0, [], []];
  refused = new Set();
  told = [];
  const log: Log = { ...silentLog, error: ({ code }) => void told.push(code) };
  [refusal, writeFault, lookupsLackSpace] = ['DELIVERY_FILE_ROOT', undefined, false];
  const clock: Clock = {
    now: () => 1000,
    monotonic: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        waits.push({ ms, end: resolve });
      }),
    after: () => () => undefined,
  };
  const running: { listeners: Map<string, number>; versions: string[] } = { listeners: new Map(), versions: [] };
  const engine = {
    apply: (asked: Deployment) => {
      applied.push(asked.hash);
      keptAtApply.push(new LastKnown(folder, silentLog).read('deployment')?.deployment.hash);
      if (failing) return Promise.reject(new Error('the disk is full'));
      running.listeners = new Map(asked.listeners.map(({ id, revision }) => [id, revision]));
      running.versions = asked.pipelines.map(({ versionId }) => versionId);
      const pipelines = asked.pipelines.map(({ id, versionId }) =>
        refused.has(id)
          ? { id, versionId, result: 'failed' as const, error: { code: refusal } }
          : { id, versionId, result: 'started' as const },
      );
      return Promise.resolve({ hash: asked.hash, listeners: [], pipelines });
    },
    status: () => ({
      deployment: undefined,
      listeners: [...running.listeners].map(([id, revision]) => ({ id, revision, state: 'running', addresses: [], busy: false })),
      pipelines: running.versions.map((versionId) => ({ id: versionId, versionId, state: 'running', branches: [] })),
      replays: [],
    }),
    secretsChanged: () => Promise.resolve(void secretChanges++),
    deadLetters: { lost: 0 },
    ledger: () => [],
    ledgerTold: () => undefined,
    journals: () => [],
    tablesInUse: () => [],
    tablesReleased: () => undefined,
    stop: () => Promise.resolve(),
  } as unknown as Engine;
  const client = {
    listen: (onMessage: typeof send) => {
      send = onMessage;
      return Promise.resolve();
    },
    report: (report: Report) => Promise.resolve(void reports.push(report)),
  } as unknown as FleetClient;
  const options: Omit<WorkerOptions, 'secrets'> = {
    engine,
    client,
    identity: { signing: createKeyPair('ed25519'), sealing, membership: null },
    membership: {
      workerId: 'WK_1',
      clusterId: 'CL_1',
      serverKey: server.publicKey,
      log: { id: 'LG_1', number: 2, openings: 1, adopts: false },
    },
    lastKnown: new LastKnown(folder, log),
    lookups: {
      want: () => undefined,
      pending: () => new Set(),
      get lacksSpace() {
        return lookupsLackSpace;
      },
      faults: () => lookupFaults,
      release: () => undefined,
      stop: () => undefined,
    } as unknown as LookupTables,
    lent: { stop: () => undefined } as unknown as LentTables,
    rooms: { close: () => undefined } as unknown as TraceRooms,
    componentsModule: '',
    clock,
    random: { bytes: (n) => new Uint8Array(n) },
    log,
    generation: 1,
    serverDoor: '127.0.0.1:1',
    machine: {
      cpu: () => ({ user: 0, system: 0 }),
      memoryBytes: () => 0,
      journal: () => ({ bytes: 0, limit: 1 }),
      eventLoopLagMs: () => 0,
      disk: () => undefined,
      writeFault: () => writeFault,
      memoryEnd: () => undefined,
    },
    stillAlive: () => undefined,
    readRoots: ['/var/log'],
  };
  begin = () => {
    worker = new Worker({ ...options, secrets: new SecretBundle(sealing) });
    void worker.run();
  };
  begin();
  await settle();
  waits = [];
});
afterEach(async () => {
  await worker.stop(0);
  rmSync(folder, { recursive: true });
});

/** The next report, as the server would get it now. */
async function report(): Promise<Report['deployment']> {
  await worker.stop(0);
  return reports.at(-1)!.deployment;
}

test('the-engine-throws: what does not run as asked has a fault, what runs has none', async () => {
  send(deployment([listener('LI_1'), listener('LI_2')], [pipeline('PL_1')]));
  await settle();
  failing = true;
  const next = deployment([listener('LI_1'), listener('LI_2', 2), listener('LI_3')], [pipeline('PL_1'), pipeline('PL_2')]);
  send(next);
  await settle();
  const reason = { code: 'INTERNAL', fields: {} };
  expect(await report()).toEqual({
    hash: next.deployment.hash,
    faults: [
      { kind: 'listener', id: 'LI_2', node: '', reason },
      { kind: 'listener', id: 'LI_3', node: '', reason },
      { kind: 'pipeline', id: 'PL_2', node: '', reason },
    ],
  });
});

test('it-never-tries-again: it does, later each time, until it works, and then says so', async () => {
  failing = true;
  const wanted = deployment([listener('LI_1')], [pipeline('PL_1')]);
  send(wanted);
  const seen: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await settle();
    expect(waits).toHaveLength(1);
    const [wait] = waits.splice(0);
    seen.push(wait!.ms);
    if (turn === 2) failing = false;
    wait!.end();
  }
  await settle();
  expect(seen).toEqual([1000, 2000, 4000]);
  expect(waits).toEqual([]);
  expect(applied).toHaveLength(4);
  expect(await report()).toEqual({ hash: wanted.deployment.hash, faults: [] });
});

test('an-older-deployment-comes-back: what waits to be tried again gives way to what the server sends', async () => {
  failing = true;
  send(deployment([listener('LI_1')], []));
  await settle();
  failing = false;
  const newer = deployment([listener('LI_2')], []);
  send(newer);
  await settle();
  for (const wait of waits) wait.end();
  await settle();
  expect(applied.at(-1)).toBe(newer.deployment.hash);
  expect(applied).toHaveLength(2);
});

test('killed-while-it-applies: a start without the server never goes back to an older deployment', async () => {
  const [first, second] = [deployment([listener('LI_1')], []), deployment([listener('LI_1')], [pipeline('PL_1')])];
  send(first);
  send(second);
  await settle();
  expect(keptAtApply).toEqual([first.deployment.hash, second.deployment.hash]);
});

test('killed-with-a-full-disk: a start without the server has none rather than an older one, until it can be kept', async () => {
  const [first, second] = [deployment([listener('LI_1')], []), deployment([listener('LI_1')], [pipeline('PL_1')])];
  send(first);
  await settle();
  mkdirSync(join(folder, 'deployment.json.new'));
  send(second);
  await settle();
  rmdirSync(join(folder, 'deployment.json.new'));
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect(applied).toEqual([first, second, second].map((message) => message.deployment.hash));
  expect(keptAtApply).toEqual([first.deployment.hash, undefined, second.deployment.hash]);
  expect(waits).toEqual([]);
});

test('the-newest-kept-is-not-genuine: a start without the server does not go back to an earlier one', async () => {
  await worker.stop(0);
  const [older, newest] = [deployment([listener('LI_1')], []), deployment([listener('LI_1')], [pipeline('PL_1')])];
  new LastKnown(folder, silentLog).keepDeployments([{ ...newest, signature: older.signature }, older]);
  begin();
  await settle();
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect(applied).toEqual([]);
});

test('kept-secrets-for-another-key: the worker tells of them, goes on without them and takes those of the server', async () => {
  await worker.stop(0);
  const kept = new LastKnown(folder, silentLog);
  const wanted = deployment([listener('LI_1')], []);
  kept.keep(wanted);
  kept.keep({ type: 'secrets', version: 7, ...sealText('{}', createKeyPair('x25519').publicKey) });
  begin();
  await settle();
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect({ applied, told }).toEqual({ applied: [wanted.deployment.hash], told: ['WORKER_STATE_UNREADABLE'] });
  send({ type: 'secrets', version: 7, ...sealText('{}', sealing.publicKey) });
  await settle();
  expect([secretChanges, kept.read('secrets')?.version]).toEqual([1, 7]);
});

test('a-secret-changed-on-a-full-disk: it is used at once, and kept as soon as there is space', async () => {
  const kept = () => new LastKnown(folder, silentLog).read('secrets')?.version;
  const secrets = (version: number): DownMessage => ({ type: 'secrets', version, ...sealText('{"SE_1":"new"}', sealing.publicKey) });
  send(secrets(1));
  mkdirSync(join(folder, 'secrets.json.new'));
  send(secrets(2));
  await settle();
  expect({ changes: secretChanges, kept: kept() }).toEqual({ changes: 2, kept: 1 });
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect(kept()).toBe(1);
  rmdirSync(join(folder, 'secrets.json.new'));
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect(kept()).toBe(2);
  expect(waits).toEqual([]);
});

test('a-refused-version-waits-for-the-next-deployment: it is tried again by itself, within half a minute, until it runs', async () => {
  refused.add('PL_2');
  const wanted = deployment([], [pipeline('PL_1'), pipeline('PL_2')]);
  send(wanted);
  for (let turn = 0; turn < 3; turn++) {
    await settle();
    const [wait, ...more] = waits.splice(0);
    expect([wait?.ms, more]).toEqual([30_000, []]);
    if (turn === 2) refused.clear();
    wait!.end();
  }
  await settle();
  expect(applied).toHaveLength(4);
  expect(waits).toEqual([]);
  expect(await report()).toEqual({ hash: wanted.deployment.hash, faults: [] });
});

test('a-refused-version-does-not-hear-of-a-rotated-secret: it is tried again at once', async () => {
  const secrets = (version: number): DownMessage => ({ type: 'secrets', version, ...sealText('{"SE_1":"new"}', sealing.publicKey) });
  refused.add('PL_1');
  send(deployment([], [pipeline('PL_1')]));
  await settle();
  refused.clear();
  send(secrets(1));
  await settle();
  expect(applied).toHaveLength(2);
  send(secrets(2));
  await settle();
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect({ applied: applied.length, changes: secretChanges, waits }).toEqual({ applied: 2, changes: 2, waits: [] });
});

test('a-refused-version-comes-back-with-a-secret: never after a newer deployment', async () => {
  const secrets = (version: number): DownMessage => ({ type: 'secrets', version, ...sealText('{"SE_1":"new"}', sealing.publicKey) });
  refused.add('PL_1');
  const [first, second] = [deployment([], [pipeline('PL_1')]), deployment([listener('LI_1')], [pipeline('PL_1')])];
  send(first);
  send(secrets(1));
  send(second);
  send(secrets(2));
  await settle();
  failing = true;
  const third = deployment([listener('LI_2')], [pipeline('PL_1')]);
  send(third);
  await settle();
  send(secrets(3));
  await settle();
  expect(applied.at(-1)).toBe(third.deployment.hash);
  for (const wait of waits.splice(0)) wait.end();
  await settle();
  expect(applied.at(-1)).toBe(third.deployment.hash);
  expect(applied.indexOf(second.deployment.hash)).toBeGreaterThan(applied.lastIndexOf(first.deployment.hash));
});

test('a-wait-without-end: never longer than a minute', () => {
  expect([1, 2, 6, 7, 1000].map((failures) => applyWaitMs(failures, false))).toEqual([1000, 2000, 32_000, 60_000, 60_000]);
});

/** The waits of so many attempts that nothing lets through. */
async function waitsOf(attempts: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let turn = 0; turn < attempts; turn++) {
    await settle();
    const [wait, ...more] = waits.splice(0);
    expect(more).toEqual([]);
    seen.push(wait!.ms);
    wait!.end();
  }
  return seen;
}

test.each<[string, Omit<WriteFault, 'atMs'>]>([
  ['is full', { kind: 'full', code: 'ENOSPC', lasts: true }],
  ['fails', { kind: 'failed', code: 'EIO', lasts: true }],
  ['was full while it was applied', { kind: 'full', code: 'ENOSPC', lasts: false }],
])('a-minute-late-after-a-full-disk: where the disk %s, a deployment that could not be applied waits 5 s at most', async (_name, fault) => {
  [failing, writeFault] = [true, { ...fault, atMs: 0 }];
  send(deployment([listener('LI_1')], []));
  expect(await waitsOf(6)).toEqual([1000, 2000, 4000, 5000, 5000, 5000]);
});

test.each(['JOURNAL_FULL', 'JOURNAL_FAILED'])(
  'a-version-late-after-a-full-disk: refused with %s, it is tried again every 5 s',
  async (code) => {
    refusal = code;
    refused.add('PL_1');
    send(deployment([], [pipeline('PL_1')]));
    expect(await waitsOf(3)).toEqual([5000, 5000, 5000]);
  },
);

test('a-table-late-after-a-full-disk: a file of a lookup that could not be kept is asked for every 5 s', async () => {
  lookupsLackSpace = true;
  send(deployment([listener('LI_1')], []));
  expect(await waitsOf(3)).toEqual([5000, 5000, 5000]);
});

test('a-table-that-is-missing-in-silence: each report says which, and why, until it is here', async () => {
  const fault: LookupFault = { lookupId: 'LK_1', tenantId: 'T1', reason: { code: 'LOOKUP_MEMORY', fields: { version: 2 } } };
  lookupFaults = [fault];
  await report();
  expect(reports.at(-1)!.lookupFaults).toEqual([fault]);
  lookupFaults = [];
  await report();
  expect(reports.at(-1)!.lookupFaults).toEqual([]);
});
