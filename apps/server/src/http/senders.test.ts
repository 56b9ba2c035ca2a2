import { systemClock } from '@acequia/base';
import { fleetPaths } from '@acequia/contract/fleet';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';

let server: TestApp;
/** Time stands still: no budget fills up again, and nobody has waited long enough. */
const nowMs = systemClock.now();
const clock = { ...systemClock, now: () => nowMs, monotonic: () => 0 };
beforeAll(async () => {
  server = await createTestApp({ clock, trustedProxies: ['127.0.0.1'], callLimit: { perSecond: 1, burst: 60 } });
});
afterAll(() => server.stop());
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

/** From an address, as the proxy before the server tells it. */
const from = (address: string, path: string, body?: object) =>
  server.browser().fetch(path, {
    headers: { 'content-type': 'application/json', 'x-acequia': 'test', 'x-forwarded-for': address },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
const statusesOf = async (count: number, ask: (n: number) => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await ask(n)).status);
  return statuses;
};

const doors: readonly { readonly name: string; readonly times: number; readonly ask: (address: string, n: number) => Promise<Response> }[] =
  [
    {
      name: 'calls with made-up sessions',
      times: 61,
      ask: (address) => from(address, '/api/v1/pipelines'),
    },
    {
      name: 'wrong passwords of any account',
      times: 51,
      ask: (address, n) => from(address, '/rpc/auth/login', { json: { email: `nobody-${n}@example.com`, password: 'wrong' } }),
    },
    {
      name: 'made-up links of invitations',
      times: 51,
      ask: (address, n) => from(address, '/rpc/auth/findInvite', { json: { token: String(n).padStart(64, 'a') } }),
    },
    {
      name: 'requests for links to a new password',
      times: 51,
      ask: (address, n) => from(address, '/rpc/auth/forgotPassword', { json: { email: `nobody-${n}@example.com` } }),
    },
    {
      name: 'workers that want to join',
      times: 21,
      ask: (address) => from(address, fleetPaths.enrol, {}),
    },
  ];

test.each(doors.map((door, index) => ({ ...door, index: index + 1 })))(
  '$name: who has a network of IPv6 has no more than one address of IPv4',
  async ({ index, times, ask }) => {
    const network = `2001:db8:0:${index}`;
    const statuses = await statusesOf(times, (n) => ask(`${network}:${n.toString(16)}::${n}`, n));
    expect(statuses.slice(0, -1)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    expect((await ask(`2001:db8:1:${index}::1`, 0)).status).not.toBe(429);
    const mapped = await statusesOf(times, (n) => ask(n % 2 === 0 ? `192.0.2.${index}` : `::ffff:192.0.2.${index}`, n));
    expect(mapped.slice(0, -1)).not.toContain(429);
    expect(mapped.at(-1)).toBe(429);
    expect((await ask(`::ffff:192.0.2.${index + 100}`, 0)).status).not.toBe(429);
  },
);
