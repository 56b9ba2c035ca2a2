import { lookupPartBytesMax } from '@acequia/contract';
import { fleetPaths } from '@acequia/contract/fleet';
import { findAction } from '@acequia/components/definitions';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { testCatalogue } from '../../test-catalogue.ts';
import { checkedVersion, uploadTable } from '../../test-lookup.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let worker: TestWorker;
let listenerId: string;
let datasinkId: string;
let count = 0;
const text = () => ({ name: `thing ${(count += 1)}`, description: '', tags: [] });

beforeAll(async () => {
  const action = (id: string) => (id === 'lookup' ? findAction(id) : testCatalogue.action(id));
  server = await createTestApp({ catalogue: { ...testCatalogue, action } });
  ana = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report({
    hello: {
      version: '1',
      components: { 'listener:toy-gate': '1.0.0', 'action:lookup': '1.0.0', 'datasink:toy-field': '1.0.0' },
      host: 'h',
    },
  });
  await worker.connect();
  const gate = { ...text(), component: 'toy-gate', clusterId: testCluster, config: { port: 7000 } };
  listenerId = (await ana.call('listeners:create', gate)).id;
  datasinkId = (await ana.call('datasinks:create', { ...text(), component: 'toy-field', config: { address: 'x' } })).id;
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

const create = () => ana.call('lookups:create', { ...text(), format: 'csv', separator: null, keyColumn: 'k' });

const upload = (id: string, ...parts: readonly string[]) => uploadTable(ana, id, parts);

function documentWith(lookup: string, config: Record<string, unknown> = {}): PipelineDocument {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId, labelId: 'all' },
      { id: 'look', kind: 'action', ...place, component: 'lookup', version: '1.0.0', config: { lookup, key: '${k}', ...config } },
      { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [
      { id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'look' } },
      { id: 'b', from: { node: 'look', port: 'default' }, to: { node: 'out' } },
    ],
  };
}

async function publish(lookup: string, config?: Record<string, unknown>) {
  const { id } = await ana.call('pipelines:create', { ...text(), document: documentWith(lookup, config) });
  await ana.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] });
  return id;
}

describe('an upload', () => {
  test('in parts, cut anywhere: active at once, with what it holds', async () => {
    const { id } = await create();
    expect(await ana.call('lookups:list', {})).toContainEqual(expect.objectContaining({ id, active: null, usedBy: [] }));
    expect(await upload(id, 'k,si', 'te\na,"x\n', 'y"\n,z\n')).toMatchObject({
      number: 1,
      status: 'active',
      columns: ['k', 'site'],
      rows: 2,
      bytes: 18,
      fault: null,
      createdBy: 'owner Test',
    });
    expect(await upload(id, 'k,site\na,2\n')).toMatchObject({ number: 2, status: 'active' });
    expect((await ana.call('lookups:listVersions', { id })).map(({ number, status }) => [number, status])).toEqual([
      [2, 'active'],
      [1, 'inactive'],
    ]);
  });

  test('a bad file fails with its reason and changes nothing', async () => {
    const { id } = await create();
    await upload(id, 'k\na\n');
    expect(await upload(id, 'k,b\n1\n')).toMatchObject({
      status: 'failed',
      fault: { code: 'LOOKUP_RAGGED', fields: { line: 2, column: 2, detail: '2' } },
    });
    expect(await upload(id)).toMatchObject({ status: 'failed', fault: { code: 'LOOKUP_EMPTY' } });
    expect((await ana.call('lookups:list', {})).find((lookup) => lookup.id === id)?.active?.number).toBe(1);
  });

  test('a file of another type is refused by its name, and by what is in it', async () => {
    const { id } = await create();
    expect(await ana.refusal('lookups:createVersion', { id, fileName: 'x.pdf' })).toBe('ACQ-CONFIG');
    expect(await ana.call('lookups:createVersion', { id, fileName: 'Owners.CSV' })).toMatchObject({ status: 'processing' });
    expect(await upload(id, '%PDF-1.4\n1 0 obj\n')).toMatchObject({ status: 'failed', fault: { code: 'LOOKUP_TYPE' } });
  });

  test('a gap between parts, a part too large, a part after the end', async () => {
    const { id } = await create();
    const { number } = await ana.call('lookups:createVersion', { id });
    const part = (at: number, bytes: number) => ({ id, number, part: at, content: Buffer.alloc(bytes, 'k').toString('base64') });
    expect(await ana.refusal('lookups:putPart', part(0, lookupPartBytesMax + 3))).toBe('WEB-00022');
    await ana.call('lookups:putPart', part(1, lookupPartBytesMax));
    expect(await ana.refusal('lookups:finishVersion', { id, number })).toBe('ACQ-CONFIG');
    await ana.call('lookups:putPart', part(0, 1));
    await ana.call('lookups:finishVersion', { id, number });
    await checkedVersion(ana, id, number);
    expect(await ana.refusal('lookups:putPart', part(2, 1))).toBe('ACQ-CONFIG');
    expect(await ana.refusal('lookups:finishVersion', { id, number })).toBe('ACQ-CONFIG');
  });

  test('two lookups of one name', async () => {
    const { name } = await create();
    const again = { ...text(), name, format: 'csv' as const, separator: null, keyColumn: 'k' };
    expect(await ana.refusal('lookups:create', again)).toBe('WEB-00031');
    const other = await create();
    expect(await ana.refusal('lookups:update', { id: other.id, name, description: '', tags: [] })).toBe('WEB-00031');
    expect(await ana.call('lookups:update', { id: other.id, name: `${name} b`, description: 'd', tags: ['tag'] })).toMatchObject({
      id: other.id,
      name: `${name} b`,
      description: 'd',
      tags: ['tag'],
      active: null,
    });
  });
});

describe('on a cluster', () => {
  test('the deployment names the active and the kept version; a worker of the cluster gets the file, nobody else', async () => {
    const { id } = await create();
    await upload(id, 'k,site\na,1\n');
    await upload(id, 'k,site\n', 'a,2\n');
    await publish(id);
    await publish(id, { version: 'fixed', fixedVersion: 1 });
    const { deployment } = await worker.message('deployment', (message) =>
      (message.deployment.lookups ?? []).some((lookup) => lookup.id === id && lookup.versions.length === 2),
    );
    const lookup = deployment.lookups!.find((each) => each.id === id)!;
    expect(lookup).toMatchObject({ activeNumber: 2, keyColumn: 'k', versions: [{ number: 1 }, { number: 2, bytes: 11 }] });
    const path = `${fleetPaths.lookup}/${lookup.versions[1]!.id}`;
    const file = await fetch(server.url + path, { headers: worker.signed('GET', path, '') });
    expect(await file.text()).toBe('k,site\na,2\n');
    expect((await fetch(server.url + path)).status).toBe(401);
    const unknown = `${fleetPaths.lookup}/LV_unknown`;
    expect((await fetch(server.url + unknown, { headers: worker.signed('GET', unknown, '') })).status).toBe(404);
  });

  test('activation of an earlier version reaches the workers', async () => {
    const { id } = await create();
    await upload(id, 'k,site\na,1\n');
    await upload(id, 'k,site\na,2\n');
    await publish(id);
    expect(await ana.call('lookups:activateVersion', { id, number: 1 })).toMatchObject({ status: 'active' });
    await worker.message('deployment', (message) =>
      (message.deployment.lookups ?? []).some((lookup) => lookup.id === id && lookup.activeNumber === 1),
    );
  });

  test('a version that a worker has no room for is told at the lookup and as an alert, until it has; nobody else hears of it', async () => {
    const eva = await server.user('owner');
    const { id, name } = await create();
    await upload(id, 'k,site\na,1\n');
    await publish(id);
    await worker.message('deployment', ({ deployment }) => (deployment.lookups ?? []).some((lookup) => lookup.id === id));
    const reason = { code: 'LOOKUP_MEMORY', fields: { version: 1, neededMB: 900, freeMB: 12, limitMB: 1073 } };
    const lookupFaults = [
      { lookupId: id, tenantId: ana.tenantId, reason },
      { lookupId: id, tenantId: eva.tenantId, reason },
      { lookupId: 'LK_nobodys', tenantId: ana.tenantId, reason },
    ];
    await worker.report({ lookupFaults });
    const missing = [{ worker: 'test worker', version: 1, reason, since: expect.any(Number) as number }];
    expect(await ana.call('lookups:find', { id })).toMatchObject({ missing });
    expect((await ana.call('lookups:list', {})).filter((lookup) => lookup.missing.length > 0)).toMatchObject([{ id, missing }]);
    expect(await ana.call('health:parts', {})).toContainEqual(expect.objectContaining({ kind: 'lookup', id, state: 'error', reason }));
    expect((await eva.call('health:parts', {})).filter(({ kind }) => kind === 'lookup')).toEqual([]);
    const alert = async () => (await ana.call('alerts:list', {})).data.find(({ message }) => message.code === 'LOOKUP_NOT_IN_FORCE');
    await expect.poll(alert, { timeout: 60_000 }).toMatchObject({
      message: { fields: { name, version: 1, lookup: id, reason: 'LOOKUP_MEMORY' } },
      priority: 'high',
      location: `/enrichments/${id}/edit`,
    });
    const from = worker.messages.length;
    expect(await ana.call('lookups:retry', { id })).toEqual({ workers: 1 });
    await worker.message(
      'deployment',
      (message) => worker.messages.indexOf(message) >= from && (message.deployment.lookups ?? []).some((lookup) => lookup.id === id),
    );
    expect(await eva.refusal('lookups:retry', { id })).toBe('ACQ-NOT-FOUND');
    await worker.report({ lookupFaults: [] });
    expect((await ana.call('lookups:find', { id })).missing).toEqual([]);
  });

  test('when each version came into force is kept; the active one activated again is no new one', async () => {
    const { id } = await create();
    await upload(id, 'k,site\na,1\n');
    await upload(id, 'k,site\na,2\n');
    await ana.call('lookups:activateVersion', { id, number: 1 });
    await ana.call('lookups:activateVersion', { id, number: 1 });
    const told = await ana.call('lookups:listActivations', { id });
    expect(told.map(({ number, replaced }) => [number, replaced])).toEqual([
      [1, 2],
      [2, 1],
      [1, null],
    ]);
    expect(told.map(({ activatedAt }) => activatedAt)).toEqual(told.map(({ activatedAt }) => activatedAt).sort((a, b) => b - a));
    expect(await ana.refusal('lookups:listActivations', { id: 'LK_none' })).toBe('ACQ-NOT-FOUND');
  });

  test('a pipeline with a lookup that does not exist is not published', async () => {
    const { id } = await ana.call('pipelines:create', { ...text(), document: documentWith('LK_none') });
    const input = { id, revision: 1, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
    const refused = await ana.call('pipelines:publishVersion', input).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ACQ-NOT-PUBLISHABLE', data: { fields: { problem: 'lookup-missing', node: 'look' } } });
  });
});

describe('removal', () => {
  test('of the active version, of one a pipeline keeps to, of one nobody needs', async () => {
    const { id } = await create();
    for (const value of [1, 2, 3]) await upload(id, `k,site\na,${value}\n`);
    await publish(id, { version: 'fixed', fixedVersion: 1 });
    expect(await ana.refusal('lookups:deleteVersion', { id, number: 3 })).toBe('ACQ-CONFIG');
    expect(await ana.refusal('lookups:deleteVersion', { id, number: 1 })).toBe('ACQ-IN-USE');
    await ana.call('lookups:deleteVersion', { id, number: 2 });
    expect((await ana.call('lookups:listVersions', { id })).map(({ status }) => status)).toEqual(['active', 'deleted', 'inactive']);
    expect(await ana.refusal('lookups:activateVersion', { id, number: 2 })).toBe('ACQ-CONFIG');
  });

  test('of a used lookup: refused with the pipelines named, confirmed it stops them', async () => {
    const { id, name } = await create();
    await upload(id, 'k,site\na,1\n');
    const pipelineId = await publish(id);
    expect(await ana.refusal('lookups:remove', { id, confirmUsed: false })).toBe('ACQ-IN-USE');
    await ana.call('lookups:remove', { id, confirmUsed: true });
    expect(await ana.call('pipelines:find', { id: pipelineId })).toMatchObject({ state: 'stopped' });
    const [version] = await ana.call('pipelines:listVersions', { id: pipelineId });
    expect(version).toMatchObject({ status: 'stopped', reason: { code: 'LOOKUP_REMOVED', fields: { name } } });
    expect(await ana.call('pipelines:listRemoved', { id: pipelineId })).toEqual([{ kind: 'lookup', id, name }]);
  });
});
