import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { systemClock, type Clock } from '@acequia/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dispatch } from '../db/schema/index.ts';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';
import { usualStreamLimits } from './event-streams.ts';

const limits = { ofAccount: 3, ofTenant: 5, ofServer: 7, stalledMs: 54_321 };
/** A reader is looked at when the test says so. */
const looks = new Set<() => void>();
const clock: Clock = {
  ...systemClock,
  after: (ms, run) => {
    if (ms !== limits.stalledMs) return systemClock.after(ms, run);
    looks.add(run);
    return () => void looks.delete(run);
  },
};
const lookAtReaders = () => {
  const due = [...looks];
  looks.clear();
  for (const run of due) run();
};

let server: TestApp;
let ana: Browser;
beforeEach(async () => {
  looks.clear();
  server = await createTestApp({ clock, streamLimits: limits });
  ana = await server.user('owner');
});
afterEach(() => server.stop());

interface Opened {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
  /** Held: fetch ends the stream of a response that nobody holds, and its place is free. */
  readonly response: Response;
  close(): void;
}

async function open(headers: Record<string, string>, path = '/pipelines/events', url = server.url): Promise<Opened> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1${path}`, { headers: { 'x-acequia': 'test', ...headers }, signal: abort.signal });
  const code = response.ok ? undefined : ((await response.json()) as { readonly code: string }).code;
  return { status: response.status, code, retryAfter: response.headers.get('retry-after'), response, close: () => abort.abort() };
}
const by = ({ cookie }: Browser) => ({ cookie });
const openMany = (count: number, headers: Record<string, string>) => Promise.all(Array.from({ length: count }, () => open(headers)));
const statusesOf = (opened: readonly Opened[]) => opened.map(({ status }) => status).sort();

describe('event streams', () => {
  test('an account that opens many at once gets its places, whatever the operation, and no one else’s', async () => {
    const opened = await openMany(40, by(ana));
    expect(statusesOf(opened)).toEqual([...Array<number>(3).fill(200), ...Array<number>(37).fill(429)]);
    for (const path of ['/metrics/live', '/auth/events'])
      expect(await open(by(ana), path)).toMatchObject({ status: 429, code: 'ACQ-STREAMS-ACCOUNT', retryAfter: '1' });
    expect((await ana.fetch('/api/v1/listeners', { headers: { 'x-acequia': 'test' } })).status).toBe(200);
    const viewer = await server.user('viewer', ana.tenantId);
    expect((await open(by(viewer))).status).toBe(200);
  });

  test('an API key and the tokens exchanged for it share its places', async () => {
    const input = { name: 'reader', description: '', expiration: null, role: 'viewer' as const };
    const { token } = await ana.call('authToken:create', input);
    const exchanged = await fetch(`${server.url}/api/v1/auth-tokens/exchange`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"lifetimeSeconds":60}',
    });
    const short = ((await exchanged.json()) as { readonly token: string }).token;
    const opened = [
      ...(await openMany(2, { authorization: `Bearer ${token}` })),
      ...(await openMany(3, { authorization: `Bearer ${short}` })),
    ];
    expect(statusesOf(opened)).toEqual([200, 200, 200, 429, 429]);
    expect((await open(by(ana))).status).toBe(200);
  });

  test('a tenant has so many, and all tenants together', async () => {
    const colleague = await server.user('viewer', ana.tenantId);
    const third = await server.user('viewer', ana.tenantId);
    await openMany(3, by(ana));
    await openMany(2, by(colleague));
    expect(await open(by(third))).toMatchObject({ status: 429, code: 'ACQ-STREAMS-TENANT', retryAfter: '1' });
    const berta = await server.user('owner');
    expect(statusesOf(await openMany(2, by(berta)))).toEqual([200, 200]);
    expect(await open(by(berta))).toMatchObject({ status: 503, code: 'ACQ-STREAMS-SERVER', retryAfter: '5' });
  });

  test('every stream that ends gives its place back: left, cut, refused, logged out, or behind another one on its connection', async () => {
    const allEnded = () => expect.poll(() => looks.size).toBe(0);
    for (let round = 0; round < 3; round += 1) {
      const left = await openMany(3, by(ana));
      expect(statusesOf(left)).toEqual([200, 200, 200]);
      for (const each of left) each.close();
      await allEnded();
      // One after the other on one connection: all answers but the first would wait for ever.
      const socket = await pipelined(3);
      expect((await open(by(ana))).status).toBe(429);
      socket.destroy();
      await allEnded();
      for (let refused = 0; refused < 4; refused += 1)
        expect((await open(by(ana), '/pipelines/PL_none/nodes/x/samples')).code).toBe('WEB-10008');
      await allEnded();
      expect(statusesOf(await openMany(3, by(ana)))).toEqual([200, 200, 200]);
      server.app.http.server.closeAllConnections();
      await allEnded();
    }
    const berta = await server.user('owner');
    const opened = await openMany(3, by(berta));
    await berta.call('auth:removeToken', {});
    await allEnded();
    expect(statusesOf(opened)).toEqual([200, 200, 200]);
  });

  test('a hundred windows of one user are no fault', async () => {
    const usual = await createTestApp({ callLimit: { perSecond: 1e6, burst: 1e6 } });
    try {
      const berta = await usual.user('owner');
      const opened = await Promise.all(
        Array.from({ length: usualStreamLimits.ofAccount + 1 }, () => open(by(berta), '/pipelines/events', usual.url)),
      );
      expect(statusesOf(opened).filter((status) => status === 200)).toHaveLength(100);
      for (const each of opened) each.close();
    } finally {
      await usual.stop();
    }
  });
});

/** Streams asked for at once on one connection, of which the first has begun. */
async function pipelined(count: number): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = `GET /api/v1/pipelines/events HTTP/1.1\r\nhost: x\r\nx-acequia: test\r\ncookie: ${ana.cookie}\r\n`;
  const before = looks.size;
  socket.on('error', () => undefined);
  socket.write(`${head}\r\n`.repeat(count));
  await once(socket, 'data');
  await expect.poll(() => looks.size).toBe(before + count);
  return socket;
}

describe('a reader that stops reading', () => {
  test('is cut off; one that takes what comes is not, nor one for which nothing came', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      tenantId: ana.tenantId,
      entity: 'listener',
      objectId: 'x'.repeat(50_000),
      at: index,
      seq: 1_000_000 + index,
    }));
    for (let from = 0; from < rows.length; from += 50) await server.db.database.gate.insert(dispatch).values(rows.slice(from, from + 50));
    const ask = (more: string) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(`GET /api/v1/pipelines/events HTTP/1.1\r\nhost: x\r\nx-acequia: test\r\ncookie: ${ana.cookie}\r\n${more}\r\n`);
      return socket;
    };
    const quiet = ask('').resume();
    const busy = ask('last-event-id: 1\r\n');
    const stalled = ask('last-event-id: 1\r\n');
    let taken = 0;
    busy.on('data', (piece) => (taken += piece.length));
    await expect.poll(() => taken, { timeout: 30_000 }).toBeGreaterThan(50_000_000);
    expect(looks.size).toBe(3);
    await expect
      .poll(() => {
        lookAtReaders();
        return looks.size;
      })
      .toBe(2);
    let late = 0;
    stalled.on('data', (piece) => (late += piece.length));
    stalled.on('error', () => undefined);
    await once(stalled, 'close');
    // What the kernel held, and what one buffer of ours did.
    expect(late).toBeLessThan(20_000_000);
    expect([quiet.destroyed, busy.destroyed]).toEqual([false, false]);
    quiet.destroy();
    busy.destroy();
    await expect.poll(() => looks.size).toBe(0);
  });
});
