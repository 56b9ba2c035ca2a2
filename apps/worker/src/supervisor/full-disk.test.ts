import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadableStream } from 'node:stream/web';
import { silentLog } from '@acequia/base';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { deploymentHash, type DownMessage } from '@acequia/contract/fleet';
import { createKeyPair, signText } from '@acequia/contract/fleet-crypto';
import { createEngine, type Components, type DatasinkComponent, type Engine, type TraceRooms } from '@acequia/engine';
import { createMemoryJournal } from '@acequia/journal';
import type { DeployedLookup, Deployment } from '@acequia/pipeline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { settle, VirtualClock } from '../../../../packages/engine/test/virtual-clock.ts';
import { canMount, fillDisk, freeDisk, mountSmallDisk, unmount } from '../../test/small-disk.ts';
import { twoTenants } from '../../test/two-tenants.ts';
import type { FleetClient } from '../fleet/fleet-client.ts';
import type { LentTables } from '../lookups/lent-tables.ts';
import { LookupFiles } from '../lookups/lookup-files.ts';
import { LookupTables } from '../lookups/lookup-tables.ts';
import { LastKnown } from './last-known.ts';
import { SecretBundle } from './secret-bundle.ts';
import { Worker } from './worker.ts';

/** After there is space, all is as before within this time, with settings that nobody has touched (issue of November 2026). */
const backMs = 10_000;

let directory: string;
/** The small disk. */
let disk: string;
let clock: VirtualClock;
let engine: Engine;
let lookups: LookupTables;
/** Work on disks and other threads, which a virtual clock does not know. Time stands still for as long. */
let underWay: number;
let ports: { readonly a: number; readonly b: number };
let closing: (() => Promise<unknown>)[];

const during = <T>(work: Promise<T>): Promise<T> => {
  underWay++;
  return work.finally(() => underWay--);
};

/** The catalogue, with data sinks whose work holds the clock. It is loaded with the engine, whose classes of errors it needs. */
const components: Components = {
  listener: (id) => ({ definition: findListener(id)!, runtime: findListenerRuntime(id)! }),
  action: (id) => ({ definition: findAction(id)!, runtime: findActionRuntime(id)! }),
  datasink: (id) => {
    const runtime: DatasinkComponent['runtime'] = findDatasinkRuntime(id)!;
    const open: typeof runtime.open = (...settings) =>
      during(runtime.open(...settings)).then((sink) => ({ ...sink, send: (...batch) => during(sink.send(...batch)) }));
    return { definition: findDatasink(id)!, runtime: { ...runtime, open } };
  },
};

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'acequia-full-disk-'));
  disk = join(directory, 'disk');
  mountSmallDisk(disk, 2048);
  underWay = 0;
  clock = new VirtualClock(async () => {
    do await settle();
    while (underWay > 0);
  });
  lookups = new LookupTables({ files: new LookupFiles(join(disk, 'lookups')), fetchFile, log: silentLog });
  engine = createEngine({
    journal: createMemoryJournal({ clock }),
    components,
    clock,
    // Chance makes each wait the longest that it may be.
    random: { bytes: (count) => new Uint8Array(count).fill(0xff) },
    log: silentLog,
    worker: 'w1',
    secret: () => 'token',
    lookup: (id, version, tenantId) => lookups.block(id, version, tenantId),
  });
  ports = { a: await freePort(), b: await freePort() };
  closing = [() => engine.stop({ deadlineMs: 0 })];
});
afterEach(async () => {
  let ended = false;
  const end = Promise.all(closing.map((close) => close())).finally(() => (ended = true));
  while (!ended) await clock.pass(1000);
  await end;
  unmount(disk);
  rmSync(directory, { recursive: true });
});

/** Lines that A posts go to `a.log` below the folder. */
function deploymentInto(out: string): Deployment {
  mkdirSync(out, { recursive: true });
  return twoTenants({ out, ports });
}

const lines = (out: string): readonly string[] => {
  const path = join(out, 'tenant-a', 'a.log');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
};

/** Resolves when it is answered; time passes meanwhile. */
async function post(text: string): Promise<void> {
  let status: number | undefined;
  const asked = request({ port: ports.a, method: 'POST', agent: false }, (answer) => {
    status = answer.statusCode;
    answer.resume();
  });
  asked.on('error', (error) => expect.unreachable(String(error)));
  asked.end(`${text}\n`);
  while (status === undefined) await clock.pass(1);
  expect(status).toBe(200);
}

/** The file of a version of the lookup, which is too large for a disk that is nearly full. */
const fileOf = (version: string): string => `k,v\nall,${version}\npadding,${'x'.repeat(600_000)}\n`;

async function fetchFile(versionId: string): Promise<ReadableStream<Uint8Array>> {
  return Promise.resolve(new Blob([fileOf(versionId)]).stream() as ReadableStream<Uint8Array>);
}

describe.skipIf(!canMount())('back within 10 s after there is space', () => {
  test('a full disk of a file data sink: the line is in the file, however long it was full', async () => {
    const out = join(disk, 'out');
    expect((await engine.apply(deploymentInto(out))).pipelines.map(({ result }) => result)).toEqual(['started', 'started']);
    await post('before');
    await clock.pass(backMs);
    expect(lines(out)).toEqual(['before']);
    fillDisk(disk);
    const waiting = 'x'.repeat(20_000);
    await post(waiting);
    await clock.pass(130_000);
    const [branch] = engine.status().pipelines.find(({ id }) => id === 'PL_a')!.branches;
    expect(branch).toMatchObject({ state: 'retrying', waitingEvents: 1, error: { code: 'DELIVERY_DISK_FULL' } });
    freeDisk(disk);
    await clock.pass(backMs);
    expect(lines(out)).toEqual(['before', waiting]);
  });

  test('a full disk for the files of lookups: the new table is in use, and until then the one before', async () => {
    const out = join(directory, 'out');
    const send = await startWorker();
    send(searching(deploymentInto(out), 1));
    await clock.pass(backMs);
    await post('any');
    await clock.pass(backMs);
    expect(lines(out)).toEqual(['one']);
    fillDisk(disk, 100);
    send(searching(deploymentInto(out), 2));
    await clock.pass(16_000);
    await post('any');
    await clock.pass(1000);
    expect(lines(out)).toEqual(['one', 'one']);
    freeDisk(disk);
    await clock.pass(backMs);
    await post('any');
    await clock.pass(1000);
    expect(lines(out)).toEqual(['one', 'one', 'two']);
  });
});

const versions = ['one', 'two'];

/** A's pipeline writes what this version of the lookup says instead of the line. */
function searching(base: Deployment, activeNumber: 1 | 2): Deployment {
  const lookup: DeployedLookup = {
    id: 'LK_1',
    tenantId: 'tenant-a',
    format: 'csv',
    separator: ',',
    keyColumn: 'k',
    activeNumber,
    versions: versions.slice(activeNumber - 1, activeNumber).map((name) => {
      const file = fileOf(name);
      return { id: name, number: activeNumber, bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') };
    }),
  };
  const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const look = {
    id: 'look',
    kind: 'action' as const,
    ...shown,
    component: 'lookup',
    version: '1.0.0',
    config: { lookup: 'LK_1', key: 'all', columns: [{ column: 'v' }] },
  };
  const link = (from: string, to: string) => ({ id: `${from}>${to}`, from: { node: from, port: 'default' }, to: { node: to } });
  const [first] = base.pipelines;
  const nodes = first!.document.nodes.map((node) =>
    node.kind === 'datasink' ? { ...node, config: { ...node.config, field: 'v' } } : node,
  );
  return {
    ...base,
    lookups: [lookup],
    pipelines: [{ ...first!, document: { format: 1, nodes: [...nodes, look], links: [link('in', 'look'), link('look', 'sink')] } }],
  };
}

/** A worker around the engine; gives what sends it a deployment as its server does. */
async function startWorker(): Promise<(deployment: Deployment) => void> {
  const server = createKeyPair('ed25519');
  const sealing = createKeyPair('x25519');
  let handle: (message: DownMessage) => void = () => undefined;
  const client = {
    listen: (onMessage: typeof handle) => {
      handle = onMessage;
      return Promise.resolve();
    },
    report: () => Promise.resolve(),
  } as unknown as FleetClient;
  const build = lookups.build.bind(lookups);
  lookups.build = (lookup, version) => during(build(lookup, version));
  const worker = new Worker({
    engine,
    client,
    identity: { signing: createKeyPair('ed25519'), sealing, membership: null },
    membership: {
      workerId: 'WK_1',
      clusterId: 'CL_1',
      serverKey: server.publicKey,
      log: { id: 'LG_1', number: 2, openings: 1, adopts: false },
    },
    lastKnown: new LastKnown(join(directory, 'state'), silentLog),
    secrets: new SecretBundle(sealing),
    lookups,
    lent: { stop: () => undefined } as unknown as LentTables,
    rooms: { close: () => undefined } as unknown as TraceRooms,
    componentsModule: '',
    clock,
    random: { bytes: (count) => new Uint8Array(count) },
    log: silentLog,
    generation: 1,
    serverDoor: '127.0.0.1:1',
    machine: {
      cpu: () => ({ user: 0, system: 0 }),
      memoryBytes: () => 0,
      journal: () => ({ bytes: 0, limit: 1 }),
      eventLoopLagMs: () => 0,
      disk: () => undefined,
      writeFault: () => undefined,
      memoryEnd: () => undefined,
    },
    stillAlive: () => undefined,
    readRoots: [],
  });
  void worker.run();
  closing.unshift(() => worker.stop(0));
  await settle();
  return (content) => {
    const hash = deploymentHash(content);
    handle({ type: 'deployment', deployment: { ...content, hash }, signature: signText(hash, server.privatePem) });
  };
}
