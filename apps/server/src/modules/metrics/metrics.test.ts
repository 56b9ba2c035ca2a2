import { dayMs, hourMs, minuteMs } from '@acequia/base';
import type { LedgerRow } from '@acequia/contract/fleet';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertLedger } from '../../fleet/fleet.store.ts';
import { minutesRepeated } from '../../jobs/roll-up.store.ts';
import { rollUpTenant } from '../../jobs/roll-up.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import { defaultRetention } from './grains.ts';

let server: TestApp;
let ana: Browser;
let berta: Browser;
let worker: TestWorker;
let listenerId: string;
let datasinkId: string;
let pipelineId: string;
let versionId: string;
const text = { description: '', tags: [] };
/** An hour ago, on a minute. */
const start = Math.floor(Date.now() / minuteMs) * minuteMs - hourMs;
const range = { from: start - hourMs, to: start + hourMs };

const document = (): PipelineDocument => ({
  format: 1,
  nodes: [
    { id: 'label', kind: 'label', position: { x: 0, y: 0 }, name: '', comment: '', listenerId, labelId: 'all' },
    {
      id: 'out',
      kind: 'datasink',
      position: { x: 0, y: 0 },
      name: '',
      comment: '',
      datasinkId,
      component: 'toy-field',
      version: '1.0.0',
      config: {},
    },
  ],
  links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
});

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  berta = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  const gate = { name: 'gate', ...text, component: 'toy-gate', clusterId: testCluster, config: { port: 5140 } };
  listenerId = (await ana.call('listeners:create', gate)).id;
  datasinkId = (await ana.call('datasinks:create', { name: 'field', ...text, component: 'toy-field', config: { address: 'x' } })).id;
  pipelineId = (await ana.call('pipelines:create', { name: 'canal', ...text, document: document() })).id;
  const published = { id: pipelineId, revision: 1, kind: 'release' as const, versionName: '', clusterIds: [testCluster] };
  versionId = (await ana.call('pipelines:publishVersion', published)).id;
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

const row = (part: Partial<LedgerRow>): LedgerRow => ({
  tenantId: ana.tenantId,
  generation: 1,
  scope: 'listener',
  id: listenerId,
  versionId: '',
  node: '',
  datasinkId: '',
  minute: start,
  counts: {},
  ...part,
});

/** What a worker says of a minute: counted so far, not what is new. */
const minuteOf = (minute: number, times: number): LedgerRow[] => [
  row({ minute, counts: { received: 10 * times, receivedBytes: 1000 * times, decoded: 9 * times, rejected: times } }),
  row({ minute, node: 'all', counts: { matched: 9 * times } }),
  row({ minute, scope: 'pipeline', id: pipelineId, versionId, counts: { entered: 9 * times, enteredBytes: 900 * times } }),
  row({
    minute,
    scope: 'node',
    id: pipelineId,
    versionId,
    node: 'out',
    datasinkId,
    counts: { delivered: 6 * times, deliveredBytes: 600 * times, 'dropped:overflow': 3 * times },
  }),
];

describe('what workers report', () => {
  test('is not counted twice when a report comes again, late or out of order', async () => {
    const first = minuteOf(start, 1);
    const grown = minuteOf(start, 2);
    await worker.report({ report: 9e12, ledger: grown });
    await worker.report({ report: 9e12, ledger: grown });
    await worker.report({ report: 8e12, ledger: first });
    await worker.report({ report: 9e12 + 1, ledger: minuteOf(start + minuteMs, 1) });
    const totals = await ana.call('metrics:totals', range);
    expect(totals.listeners[listenerId]).toEqual({ received: 30, decoded: 27, rejected: 3, empty: 0, receivedBytes: 3000 });
    expect(totals.datasinks[datasinkId]).toEqual({ delivered: 18, deliveredBytes: 1800, rejected: 0, dropped: 9, expired: 0 });
    // What was dropped would have been sent: it is no saving.
    const sent = { sentBytesMin: 2700, sentBytesMax: 2700 };
    const all = { entered: 27, enteredBytes: 2700, delivered: 18, deliveredBytes: 1800, underWayBytes: 0 };
    expect(totals.ways).toEqual([{ pipelineId, datasinkId, ...all, ...sent }]);
    expect(totals.pipelines[pipelineId]).toMatchObject({ entered: 27, delivered: 18, dropped: 9, inFlight: 0 });
    expect(totals.nodes).toBeUndefined();
    const { nodes, ...others } = await ana.call('metrics:totals', { pipelineId, ...range });
    expect(nodes).toEqual({ out: { delivered: 18, rejected: 0, dropped: 9 } });
    expect(others).toEqual({ ...totals, at: others.at });
    expect((await berta.call('metrics:totals', { pipelineId, ...range })).nodes).toEqual({});
  });

  test('of another tenant is neither counted nor shown', async () => {
    await worker.report({ report: 9e12 + 2, ledger: [row({ tenantId: crypto.randomUUID(), counts: { received: 5 } })] });
    expect((await ana.call('metrics:totals', range)).listeners[listenerId]?.received).toBe(30);
    expect(await berta.call('metrics:totals', range)).toEqual({
      at: expect.any(Number),
      listeners: {},
      pipelines: {},
      datasinks: {},
      ways: [],
    });
    expect(await berta.call('metrics:flows', range)).toEqual({ listeners: [], labels: [], entries: [], deliveries: [] });
    const asked = { scope: 'listener' as const, measure: 'eventsIn' as const, ids: [listenerId], ...range };
    expect(new Set((await berta.call('metrics:series', asked)).series[listenerId])).toEqual(new Set([0]));
  });
});

test('lines add up to the totals at every frequency, of events, bytes, rejected and dropped', async () => {
  const totals = await ana.call('metrics:totals', range);
  for (const stepMs of [minuteMs, 5 * minuteMs, hourMs, dayMs]) {
    const sumOf = async (
      scope: 'listener' | 'label' | 'pipeline' | 'datasink',
      measure: 'eventsIn' | 'bytesOut' | 'rejected' | 'dropped',
      id: string,
    ) => ((await ana.call('metrics:series', { scope, measure, ids: [id], ...range, stepMs })).series[id] ?? []).reduce((a, b) => a + b, 0);
    expect(await sumOf('listener', 'eventsIn', listenerId)).toBe(totals.listeners[listenerId]?.received);
    expect(await sumOf('label', 'eventsIn', `${listenerId}/all`)).toBe(27);
    expect(await sumOf('listener', 'rejected', listenerId)).toBe(totals.listeners[listenerId]?.rejected);
    expect(await sumOf('pipeline', 'dropped', pipelineId)).toBe(totals.pipelines[pipelineId]?.dropped);
    expect(await sumOf('datasink', 'bytesOut', datasinkId)).toBe(totals.datasinks[datasinkId]?.deliveredBytes);
  }
});

test('flows run from listener to datasink, and a running link without events is there as zero', async () => {
  const place = { listenerId, clusterId: testCluster };
  const link = { ...place, labelId: 'all', pipelineId };
  expect(await ana.call('metrics:flows', range)).toEqual({
    listeners: [{ ...place, events: 30, bytes: 3000 }],
    labels: [{ ...place, labelId: 'all', events: 27 }],
    entries: [{ ...link, events: 27, bytes: 2700 }],
    deliveries: [{ clusterId: testCluster, pipelineId, datasinkId, events: 18, bytes: 1800 }],
  });
  expect(await ana.call('metrics:flows', { from: 0, to: 1 })).toEqual({
    listeners: [{ ...place, events: 0, bytes: 0 }],
    labels: [{ ...place, labelId: 'all', events: 0 }],
    entries: [{ ...link, events: 0, bytes: 0 }],
    deliveries: [{ clusterId: testCluster, pipelineId, datasinkId, events: 0, bytes: 0 }],
  });
});

test('usage stands against the range before, by thing and by day, and stays exact when minutes have become hours', async () => {
  const asked = { from: start - hourMs, to: start + 2 * minuteMs };
  const check = async () => {
    const listeners = await ana.call('usage:listeners', asked);
    expect(listeners.rows).toEqual([{ id: listenerId, name: 'gate', events: 30, bytes: 3000, previous: { events: 0, bytes: 0 } }]);
    expect(listeners.days.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3000);
    expect((await ana.call('usage:pipelines', asked)).rows[0]).toMatchObject({ id: pipelineId, events: 27, bytes: 2700 });
    expect((await ana.call('usage:datasinks', asked)).rows[0]).toMatchObject({ id: datasinkId, events: 18, bytes: 1800 });
    const after = await ana.call('usage:datasinks', { from: asked.to, to: 2 * asked.to - asked.from });
    expect(after.rows[0]).toMatchObject({ events: 0, previous: { events: 18, bytes: 1800 } });
  };
  await check();
});

test('a minute a worker repeats after days does not count twice when older minutes have become hours, in a server that has forgotten', async () => {
  const whole = { from: start - 20 * dayMs, to: Date.now() + minuteMs };
  const old = Array.from({ length: minutesRepeated + 30 }, (_, index) => minuteOf(start - 10 * dayMs + index * minuteMs, 1)).flat();
  await worker.report({ report: 9e12 + 5, ledger: old });
  const before = await ana.call('metrics:totals', whole);
  await rollUpTenant(server.db.database, { ...defaultRetention, minutesMs: 0 }, ana.tenantId, Date.now() + minuteMs);
  const { rows } = await server.db.database.withTenant(ana.tenantId, (tx) => tx.execute('select count(*)::int as hours from ledger_hours'));
  expect(rows[0]?.['hours']).toBeGreaterThan(0);
  const repeated = old.slice(-15 * 4).map((row) => ({
    tenantId: ana.tenantId,
    workerId: worker.answer.workerId,
    clusterId: testCluster,
    generation: row.generation,
    scope: row.scope,
    objectId: row.id,
    versionId: row.versionId,
    node: row.node,
    datasinkId: row.datasinkId,
    at: row.minute,
    counts: row.counts,
    report: 9e12 + 6,
    writtenAt: Date.now(),
  }));
  await server.db.database.withTenant(ana.tenantId, (tx) => upsertLedger(tx, repeated));
  expect(await ana.call('metrics:totals', whole)).toEqual({ ...before, at: expect.any(Number) });
});

test('a viewer has no usage; a limit is set, lifted and not below one byte', async () => {
  const viewer = await server.user('viewer', ana.tenantId);
  expect(await viewer.refusal('usage:listeners', range)).toBe('WEB-00027');
  expect(await viewer.refusal('usage:getLimit', {})).toBe('WEB-00027');
  await ana.call('usage:setLimit', { bytesPerDay: 5_000_000_000 });
  expect(await ana.call('usage:getLimit', {})).toEqual({ bytesPerDay: 5_000_000_000 });
  expect(await berta.call('usage:getLimit', {})).toEqual({ bytesPerDay: null });
  expect(await ana.refusal('usage:setLimit', { bytesPerDay: 0 })).toBe('WEB-00022');
  expect(await ana.refusal('usage:listeners', { from: 5, to: 5 })).toBe('WEB-00022');
  await ana.call('usage:setLimit', { bytesPerDay: null });
  expect(await ana.call('usage:getLimit', {})).toEqual({ bytesPerDay: null });
});

test('a datasink is left out of the totals and counted again; a viewer cannot, nor another tenant', async () => {
  await ana.call('metrics:setExclusion', { datasinkId, excluded: true });
  await ana.call('metrics:setExclusion', { datasinkId, excluded: true });
  expect(await ana.call('metrics:exclusions', {})).toEqual({ datasinkIds: [datasinkId] });
  expect(await berta.refusal('metrics:setExclusion', { datasinkId, excluded: false })).toBe('WEB-00025');
  const viewer = await server.user('viewer', ana.tenantId);
  expect(await viewer.refusal('metrics:setExclusion', { datasinkId, excluded: false })).toBe('WEB-00027');
  await ana.call('metrics:setExclusion', { datasinkId, excluded: false });
  expect(await ana.call('metrics:exclusions', {})).toEqual({ datasinkIds: [] });
});
