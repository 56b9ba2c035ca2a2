import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MiB, silentLog, systemClock } from '@acequia/base';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { createEngine, type Components } from '@acequia/engine';
import { openJournal, type Journal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import type { Deployment } from '@acequia/pipeline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';

const components: Components = {
  listener: (id) => ({ definition: findListener(id)!, runtime: findListenerRuntime(id)! }),
  action: (id) => ({ definition: findAction(id)!, runtime: findActionRuntime(id)! }),
  datasink: (id) => ({ definition: findDatasink(id)!, runtime: findDatasinkRuntime(id)! }),
};

/** What datagrams of one address may take while they wait for the journal. */
const addressBytes = 16 * MiB;
const datagramBytes = 32_000;

/** Nothing that is taken in becomes durable before it is let go. */
function heldJournal(journal: Journal): { readonly journal: Journal; letGo(): void } {
  const gone = Promise.withResolvers<void>();
  const append: Journal['append'] = async (group) => {
    await gone.promise;
    return journal.append(group);
  };
  const held = new Proxy(journal, {
    get: (target, name) => {
      if (name === 'append') return append;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { journal: held, letGo: () => gone.resolve() };
}

const listening = (port: number): Deployment => ({
  format: 1,
  hash: 'one',
  cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
  listeners: [
    {
      tenantId: 't1',
      version: '1.0.0',
      id: 'LI_1',
      name: 'datagrams',
      component: 'syslog',
      config: { bind: '0.0.0.0', port, transport: 'udp', standard: 'none' },
      revision: 1,
      labels: [],
    },
  ],
  datasinks: [],
  pipelines: [],
});

/** Sends datagrams from an address, no faster than they are taken from the socket. */
async function sender(address: string, port: number, taken: () => number) {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const bytes = Buffer.alloc(datagramBytes, 120);
  return async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 20) {
      const before = taken();
      for (let each = 0; each < 20; each++)
        await new Promise<void>((resolve, reject) => socket.send(bytes, port, '127.0.0.1', (error) => (error ? reject(error) : resolve())));
      while (taken() < before + 20) await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** Bytes outside of the heap that something still refers to: frames on their way. */
async function heldBytes(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  return process.memoryUsage().arrayBuffers;
}

test('the journal takes nothing while datagrams flood: their bytes are bounded, another address has room, and what was taken arrives', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'acequia-datagrams-'));
  const disk = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  const { journal, letGo } = heldJournal(disk);
  const engine = createEngine({
    journal,
    components,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
  });
  onTestFinished(async () => {
    letGo();
    await engine.stop({ deadlineMs: 1000 });
    await disk.close();
    rmSync(directory, { recursive: true });
  });
  const port = await freePort();
  await engine.apply(listening(port));
  const counters = () => engine.counters().listeners['LI_1']!;
  const taken = () => counters().received + counters().kernelDrops;
  const [flood, other] = [await sender('127.0.0.1', port, taken), await sender('127.0.0.2', port, taken)];

  await flood(20);
  const before = await heldBytes();
  await flood(3000);
  expect((await heldBytes()) - before).toBeLessThan(2 * addressBytes);
  const kept = counters();
  expect(kept.bytes).toBeLessThanOrEqual(addressBytes);
  expect(kept.bytes).toBeGreaterThan(addressBytes / 2);
  expect(kept.received + kept.kernelDrops).toBe(3020);

  await other(20);
  expect(counters().received).toBe(kept.received + 20);

  letGo();
  await expect.poll(async () => (await engine.estimateReplay('LI_1', 0, Number.MAX_SAFE_INTEGER)).frames).toBe(kept.received + 20);
  await flood(20);
  expect(counters().received).toBe(kept.received + 40);
});
