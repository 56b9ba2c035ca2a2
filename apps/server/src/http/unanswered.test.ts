import { request, type ClientRequest } from 'node:http';
import { systemClock, type Clock } from '@acequia/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';
import { answerWithinMs } from './unanswered.ts';

/** The bound comes when the test says so. */
const bound = { isOver: () => undefined as void };
const clock: Clock = {
  ...systemClock,
  after: (ms, run) => {
    if (ms !== answerWithinMs) return systemClock.after(ms, run);
    bound.isOver = run;
    return () => undefined;
  },
};

let server: TestApp;
let ana: Browser;
beforeEach(async () => {
  server = await createTestApp({ clock });
  ana = await server.user('owner');
});
afterEach(() => server.db.drop());

interface SlowWrite {
  readonly call: ClientRequest;
  /** Status, or the error's code where the connection was cut. */
  readonly outcome: Promise<number | string | undefined>;
}

/** A write whose head the server has, and not yet its body. */
async function beginWrite(): Promise<SlowWrite> {
  const call = request(`${server.url}/rpc/auth/updatePreferences`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acequia': 'test', cookie: ana.cookie, expect: '100-continue' },
  });
  const outcome = new Promise<number | string | undefined>((resolve) => {
    call.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    call.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  const isUnderWay = new Promise<void>((resolve) => call.once('continue', resolve));
  call.flushHeaders();
  await isUnderWay;
  return { call, outcome };
}

const refusesNew = () =>
  expect
    .poll(() =>
      fetch(`${server.url}/version`).then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    .toBe(true);

describe('a server that is told to stop', () => {
  test('answers the write that is under way, and does it', async () => {
    const { call, outcome } = await beginWrite();
    const stopped = server.app.stop();
    await refusesNew();
    call.end(JSON.stringify({ json: { theme: 'light' } }));
    expect(await outcome).toBe(200);
    await stopped;
    const { users } = await import('../db/schema/index.ts');
    const [user] = await server.db.database.gate.select().from(users);
    expect(user!.preferences).toMatchObject({ theme: 'light' });
  });

  test('does not wait for those who watch, nor for connections at rest', async () => {
    const frames = await ana.call('metrics:watchLive', {});
    const next = frames[Symbol.asyncIterator]()
      .next()
      .then(
        () => 'ended',
        () => 'cut',
      );
    await server.app.stop();
    expect(['ended', 'cut']).toContain(await next);
  });

  test('does not wait longer than the bound', async () => {
    const { outcome } = await beginWrite();
    const stopped = server.app.stop();
    await refusesNew();
    bound.isOver();
    await stopped;
    expect(await outcome).toBe('ECONNRESET');
  });
});
