import { dayMs, hourMs, minuteMs } from '@acequia/base';
import type { Flows } from '@acequia/contract';
import type { LedgerRow } from '@acequia/contract/fleet';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { testKek, testRoles } from '../../db/test-database.ts';
import { rollUpTenant } from '../../jobs/roll-up.ts';
import { createTestApp, testCluster, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import { defaultRetention as retention } from './grains.ts';

let server: TestApp;
let ana: Browser;
let near: TestWorker;
let far: TestWorker;
let farCluster: string;
let listenerId: string;
let datasinkId: string;
let pipelineId: string;
let versionId: string;
const text = { description: '', tags: [] };
const start = Math.floor(Date.now() / minuteMs) * minuteMs - 3 * dayMs;
const whole = { from: start - 400 * dayMs, to: start + 400 * dayMs };

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  near = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  const made = await fetch(`${server.url}/operator/cluster/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'far', host: 'far.example.com', ports: { from: 5000, to: 5999 }, fileRoots: ['/srv/logs'] }),
  });
  far = await enrolTestWorker(server.url, ((await made.json()) as { token: string }).token);
  farCluster = far.answer.clusterId;
  await Promise.all([near.connect(), far.connect()]);
  const gate = { name: 'gate', ...text, component: 'toy-gate', clusterId: testCluster, config: { port: 5140 } };
  listenerId = (await ana.call('listeners:create', gate)).id;
  datasinkId = (await ana.call('datasinks:create', { name: 'field', ...text, component: 'toy-field', config: { address: 'x' } })).id;
  const node = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document = {
    format: 1 as const,
    nodes: [
      { ...node, id: 'label', kind: 'label' as const, listenerId, labelId: 'all' },
      { ...node, id: 'out', kind: 'datasink' as const, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
  pipelineId = (await ana.call('pipelines:create', { name: 'canal', ...text, document })).id;
  const clusterIds = [testCluster, farCluster];
  const published = { id: pipelineId, revision: 1, kind: 'release' as const, versionName: '', clusterIds };
  versionId = (await ana.call('pipelines:publishVersion', published)).id;
});
afterAll(async () => {
  near.close();
  far.close();
  await server.stop();
});

/** What a worker says of a minute in which so many events came and all but one in nine were delivered. */
const minuteOf = (minute: number, times: number): LedgerRow[] => {
  const row = (part: Partial<LedgerRow>): LedgerRow => ({
    tenantId: ana.tenantId,
    generation: 1,
    scope: 'listener',
    id: listenerId,
    versionId: '',
    node: '',
    datasinkId: '',
    minute,
    counts: {},
    ...part,
  });
  const ofVersion = { id: pipelineId, versionId };
  return [
    row({ counts: { received: 10 * times, receivedBytes: 1000 * times, decoded: 9 * times, rejected: times } }),
    row({ node: 'all', counts: { matched: 9 * times } }),
    row({ ...ofVersion, scope: 'pipeline', counts: { entered: 9 * times, enteredBytes: 900 * times } }),
    row({
      ...ofVersion,
      scope: 'node',
      node: 'out',
      datasinkId,
      counts: { delivered: 8 * times, deliveredBytes: 800 * times, 'dropped:overflow': times },
    }),
  ];
};

const flowsOf = (near: number, far: number): Flows => {
  const places = [
    { clusterId: testCluster, times: near },
    { clusterId: farCluster, times: far },
  ];
  return {
    listeners: places.map(({ clusterId, times }) => ({ listenerId, clusterId, events: 10 * times, bytes: 1000 * times })),
    labels: places.map(({ clusterId, times }) => ({ listenerId, clusterId, labelId: 'all', events: 9 * times })),
    entries: places.map(({ clusterId, times }) => ({
      listenerId,
      clusterId,
      labelId: 'all',
      pipelineId,
      events: 9 * times,
      bytes: 900 * times,
    })),
    deliveries: places.map(({ clusterId, times }) => ({ clusterId, pipelineId, datasinkId, events: 8 * times, bytes: 800 * times })),
  };
};
/** Of either order: which cluster comes first is not said. */
const inOrder = (flows: Flows) =>
  Object.fromEntries(Object.entries(flows).map(([part, all]) => [part, [...all].sort((a, b) => (a.clusterId < b.clusterId ? -1 : 1))]));
const expectFlows = async (near: number, far: number) =>
  expect(inOrder(await ana.call('metrics:flows', whole))).toEqual(inOrder(flowsOf(near, far)));

describe('a listener of one cluster that feeds a pipeline in two', () => {
  test('is linked in both before anything comes', () => expectFlows(0, 0));

  test('has each share where it was counted, however often and in whatever order it is reported', async () => {
    await near.report({ report: 9e12 + 1, ledger: [...minuteOf(start, 5), ...minuteOf(start + minuteMs, 2)] });
    await far.report({ report: 9e12, ledger: minuteOf(start, 3) });
    await far.report({ report: 9e12, ledger: minuteOf(start, 3) });
    await near.report({ report: 9e12, ledger: minuteOf(start, 1) });
    await expectFlows(7, 3);
  });

  test('adds up to the totals of the ledger, and so do the lines of its clusters', async () => {
    const { listeners, pipelines, datasinks } = await ana.call('metrics:totals', whole);
    expect(listeners[listenerId]).toMatchObject({ received: 100, receivedBytes: 10_000 });
    expect([pipelines[pipelineId]?.entered, datasinks[datasinkId]?.delivered]).toEqual([90, 80]);
    for (const [id, received] of [
      [testCluster, 70],
      [farCluster, 30],
    ] as const) {
      const line = { scope: 'cluster' as const, measure: 'eventsIn' as const, ids: [id], from: start - dayMs, to: start + dayMs };
      const { series } = await ana.call('metrics:series', line);
      expect([id, series[id]?.reduce((sum, count) => sum + count, 0)]).toEqual([id, received]);
    }
  });

  test('keeps its shares apart when minutes become hours and hours days', async () => {
    const more = Array.from({ length: 100 }, (_, index) => minuteOf(start + (index + 2) * minuteMs, 1)).flat();
    await near.report({ report: 9e12 + 5, ledger: more });
    await far.report({ report: 9e12 + 5, ledger: more });
    await expectFlows(107, 103);
    const count = (table: string) =>
      owner(async (client) => {
        const { rows } = await client.query<{ clusters: number }>(`select count(distinct cluster_id)::int as clusters from ${table}`);
        return rows[0]?.clusters;
      });
    const now = Date.now() + minuteMs;
    await rollUpTenant(server.db.database, { ...retention, minutesMs: 0 }, ana.tenantId, now);
    expect(await count('ledger_hours')).toBe(2);
    await expectFlows(107, 103);
    await rollUpTenant(server.db.database, { ...retention, minutesMs: 0, hoursMs: hourMs }, ana.tenantId, now);
    expect([await count('ledger_hours'), await count('ledger_days')]).toEqual([0, 2]);
    await expectFlows(107, 103);
  });

  test('keeps the share of a cluster where the pipeline was stopped', async () => {
    await ana.call('pipelines:stopVersion', { id: pipelineId, version: '1.0.0', clusterIds: [farCluster] });
    await expectFlows(107, 103);
  });
});

test('what was counted before clusters were told apart gets that of its worker, or of its listener', async () => {
  const rows = await owner(async (client) => {
    for (const table of ['ledger_minutes', 'ledger_hours', 'ledger_days']) {
      await client.query(`truncate ${table}`);
      await client.query(`alter table ${table} drop column cluster_id`);
      if (table === 'ledger_minutes') continue;
      await client.query(
        `alter table ${table} add constraint ${table}_pkey primary key (tenant_id, at, scope, object_id, version_id, node)`,
      );
    }
    const said = [listenerId, start, ana.tenantId];
    for (const worker of [near, far])
      await client.query(`insert into ledger_minutes values ($3, $4, 1, 'listener', $1, '', '', '', $2, 1, '{"received": 5}', 1)`, [
        ...said,
        worker.answer.workerId,
      ]);
    await client.query(`insert into ledger_hours values ($3, 'listener', $1, '', '', '', $2, '{"received": 6}')`, said);
    await client.query(`insert into ledger_days values ($3, 'listener', $1, '', '', '', $2, '{"received": 7}')`, said);
    for (const version of [versionId, 'PV_removed'])
      await client.query(`insert into ledger_hours values ($2, 'pipeline', 'PL', $3, '', '', $1, '{"entered": 8}')`, [
        start,
        ana.tenantId,
        version,
      ]);
    await client.query(`delete from migrations where id = '0031-ledger-clusters'`);
    await migrate(server.db.owner, testRoles, testKek);
    return client.query<{ place: string }>(
      `select concat_ws(' ', table_name, cluster_id, counts) as place from (
         select 1 as table_name, cluster_id, counts from ledger_minutes union all select 2, cluster_id, counts from ledger_hours
         union all select 3, cluster_id, counts from ledger_days) l`,
    );
  });
  expect(rows.rows.map(({ place }) => place).sort()).toEqual(
    [
      `1 ${testCluster} {"received": 5}`,
      `1 ${farCluster} {"received": 5}`,
      `2 ${testCluster} {"received": 6}`,
      `2 ${testCluster} {"entered": 8}`,
      '2  {"entered": 8}',
      `3 ${testCluster} {"received": 7}`,
    ].sort(),
  );
});

async function owner<T>(run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(server.db.owner);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
