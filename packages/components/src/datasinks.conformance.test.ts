import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeliveryError } from '@acequia/component-sdk/runtime';
import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasinkDefinitions } from './definitions.ts';
import { findDatasinkRuntime } from './runtimes.ts';
import { openDatasink } from './testing/datasink-harness.ts';
import { namesIn, randomEvents } from './testing/random-events.ts';

/** A peer that takes connections and never reads or answers, and a port that swallows datagrams. */
let silent: Server;
const sockets = new Set<Socket>();
const datagrams = createSocket('udp4');
let files = '';

beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'acequia-datasinks-'));
  silent = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => silent.close(() => resolve()));
  await new Promise<void>((resolve) => datagrams.close(() => resolve()));
  rmSync(files, { recursive: true });
});

/** The example's configuration, pointed at a peer of the test. */
function here(creation: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { port } = silent.address() as AddressInfo;
  if ('baseUrl' in creation) return { ...creation, baseUrl: `http://127.0.0.1:${port}` };
  if (creation['protocol'] === 'udp') return { ...creation, host: '127.0.0.1', port: datagrams.address().port };
  if ('host' in creation) return { ...creation, host: '127.0.0.1', port };
  return { ...creation };
}

const handles = () => process.getActiveResourcesInfo().filter((kind) => /TCPSocket|TLS|UDP|Timeout|FSReq|FileHandle/.test(kind)).length;

const cases = Object.values<DatasinkDefinition>(datasinkDefinitions).flatMap((definition) =>
  definition.examples.map(
    (example) =>
      [`${definition.id}: ${example.name.en}`, definition, example.creation as Record<string, unknown>, example.node as unknown] as const,
  ),
);

describe.each(cases)('%s', (_, definition, creation, node) => {
  const open = () => openDatasink(definition, findDatasinkRuntime(definition.id)!, here(creation), node, { fileRoots: { files } });

  test('open, close, close twice and at once', async () => {
    const { open: sink } = await open();
    await Promise.all([sink.close(), sink.close()]);
    await sink.close();
  });

  test('encoding: every event is committed or refused exactly once, whatever it holds', async () => {
    const sink = await open();
    fc.assert(
      fc.property(randomEvents([...namesIn(node), 'message', 'hostname', 'app_name']), (events) => {
        const { batches, rejected } = sink.encode(events);
        expect(batches.reduce((sum, batch) => sum + batch.count, 0) + rejected.length).toBe(events.length);
        for (const code of rejected) expect(code).toMatch(/^[A-Z]+(_[A-Z0-9]+)+$/);
      }),
      { numRuns: 60 },
    );
    await sink.open.close();
  });

  test('abort during send: it ends, with proof or with one of the four errors; close leaves no handle open', async () => {
    const before = handles();
    const sink = await open();
    const events = Array.from({ length: 50 }, (_unused, index) => ({
      message: `m${index} ${'x'.repeat(1000)}`,
      app: 'a',
      device: `d${index}`,
      status: 200,
      path: '/',
    }));
    for (const batch of sink.encode(events).batches.slice(0, 2)) {
      const abort = new AbortController();
      const sending = sink.open.send(batch, abort.signal).catch((error: unknown) => error);
      setImmediate(() => abort.abort(new Error('stop')));
      const outcome = await sending;
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DeliveryError);
    }
    await sink.open.close();
    await Promise.all([...sockets].map((socket) => new Promise((closed) => socket.once('close', closed).destroy())));
    await new Promise((resolve) => setImmediate(resolve));
    expect(handles()).toBeLessThanOrEqual(before);
  });

  test('aborted before it began: nothing is sent', async () => {
    const sink = await open();
    const [batch] = sink.encode([{ message: 'x', app: 'a', device: 'd', status: 200, path: '/' }]).batches;
    const outcome: unknown = await sink.open.send(batch!, AbortSignal.abort(new Error('stop'))).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DeliveryError);
    await sink.open.close();
  });
});
