import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';
import { defaultRetention as retention } from '../modules/metrics/grains.ts';
import { minutesRepeated } from './roll-up.store.ts';
import { rollUpTenant } from './roll-up.ts';

let server: TestApp;
let ana: Browser;
beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
});
afterAll(() => server.stop());

test('minutes become hours and hours days without a change of any sum, however often it runs', async () => {
  const now = systemClock.now();
  const start = now - 4 * 86_400_000;
  const owner = new Client(server.db.owner);
  await owner.connect();
  for (let minute = 0; minute < 400; minute += 1) {
    for (const worker of ['w1', 'w2']) {
      await owner.query('insert into ledger_minutes values ($1, $2, 1, $3, $4, $5, $6, $7, $8, 1, $9, $8)', [
        ana.tenantId,
        worker,
        'node',
        'PL_1',
        'PV_1',
        'out',
        'DS_1',
        start + minute * 60_000,
        JSON.stringify({ delivered: minute, 'dropped:limit': 1 }),
      ]);
    }
  }
  const totals = async () => ({ ...(await ana.call('metrics:totals', { from: 0, to: now })), at: 0 });
  const before = await totals();
  expect(before.datasinks['DS_1']?.delivered).toBe(399 * 400);
  for (const at of [now, now, now + retention.hoursMs + 10 * 86_400_000]) {
    await rollUpTenant(server.db.database, retention, ana.tenantId, at);
    expect(await totals()).toEqual(before);
  }
  const left = await owner.query(
    'select (select count(*) from ledger_minutes)::int as minutes, (select count(*) from ledger_hours)::int as hours, (select count(*) from ledger_days)::int as days',
  );
  expect(left.rows[0]).toMatchObject({ minutes: 2 * minutesRepeated, hours: 0 });
  expect(left.rows[0].days).toBeLessThan(3);
  await owner.end();
});
