import { findAction } from '@acequia/components/definitions';
import { fleetPaths, type TraceQuestion } from '@acequia/contract/fleet';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { testCatalogue } from '../../test-catalogue.ts';
import { uploadTable } from '../../test-lookup.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let eva: Browser;
let worker: TestWorker;
const questions: TraceQuestion[] = [];
let count = 0;
const file = 'k,site\na,1\n';

beforeAll(async () => {
  const action = (id: string) => (id === 'lookup' ? findAction(id) : testCatalogue.action(id));
  server = await createTestApp({ catalogue: { ...testCatalogue, action } });
  ana = await server.user('owner');
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  worker.answerTraces((question) => {
    questions.push(question);
    return { did: 'trace', result: { traces: [], nodes: {}, faults: [], cut: false } };
  });
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

async function createLookup(owner: Browser): Promise<string> {
  const { id } = await owner.call('lookups:create', {
    name: `sites ${(count += 1)}`,
    description: '',
    tags: [],
    format: 'csv',
    separator: null,
    keyColumn: 'k',
  });
  await uploadTable(owner, id, [file]);
  return id;
}

function documentWith(lookup: string): PipelineDocument {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: '', labelId: 'all' },
      { id: 'look', kind: 'action', ...place, component: 'lookup', version: '1.0.0', config: { lookup, key: '${k}' } },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'look' } }],
  };
}

async function preview(owner: Browser, lookup: string): Promise<Extract<TraceQuestion, { do: 'trace' }>> {
  const { id } = await owner.call('internalPipelines:create', await previewOf(owner, lookup));
  await owner.call('internalPipelines:getLogSamples', { id, node: 'look' });
  return questions.at(-1) as Extract<TraceQuestion, { do: 'trace' }>;
}

/** The question for a preview of a pipeline that searches the lookup. */
async function previewOf(owner: Browser, lookup: string) {
  const { id: pipelineId } = await owner.call('pipelines:create', { name: lookup, description: '', tags: [] });
  const sample = { pipelineId, name: 's', kind: 'events' as const, texts: ['{"k":"a"}'] };
  const { id: sampleId } = await owner.call('internalPipelines:saveSample', sample);
  return { pipelineId, document: documentWith(lookup), source: { kind: 'sample' as const, sampleId } };
}

async function fetchFile(versionId: string): Promise<Response> {
  const path = `${fleetPaths.lookup}/${versionId}`;
  return fetch(server.url + path, { headers: worker.signed('GET', path, '') });
}

test('a lookup that no running pipeline searches is told to the worker, which may then have its file', async () => {
  const lookup = await createLookup(ana);
  const { lookups } = await preview(ana, lookup);
  expect(lookups).toMatchObject([{ id: lookup, tenantId: ana.tenantId, keyColumn: 'k', activeNumber: 1, versions: [{ number: 1 }] }]);
  const response = await fetchFile(lookups![0]!.versions[0]!.id);
  expect([response.status, await response.text()]).toEqual([200, file]);
});

test('an X-ray shows the version of the event’s time, and which one that is', async () => {
  const lookup = await createLookup(ana);
  await uploadTable(ana, lookup, ['k,site\na,2\n']);
  const [second, first] = await ana.call('lookups:listActivations', { id: lookup });
  const { id } = await ana.call('pipelines:create', { name: `x ${lookup}`, description: '', tags: [], document: documentWith(lookup) });
  const look = async (receivedMs: number) => {
    const { result } = await ana.call('pipelines:xray', { id, version: 'Main', eventId: 'LI_x.1-1-1.0', receivedMs });
    return { told: result.lookups, asked: (questions.at(-1) as Extract<TraceQuestion, { do: 'trace' }>).lookups };
  };
  const found = { node: 'look', lookupId: lookup, name: expect.any(String), replaced: false };
  const now = await look(second!.activatedAt);
  expect(now.told).toEqual([{ ...found, version: 2, activatedAt: second!.activatedAt }]);
  expect(now.asked).toMatchObject([{ activeNumber: 2, versions: [{ number: 2 }] }]);
  const earlier = await look(second!.activatedAt - 1);
  const activatedAt = first!.activatedAt < second!.activatedAt ? first!.activatedAt : null;
  expect(earlier.told).toEqual([{ ...found, version: 1, activatedAt }]);
  expect(earlier.asked).toMatchObject([{ activeNumber: 1, versions: [{ number: 1 }] }]);
});

test('a lookup of another tenant is not lent, and a file that was not lent is not given out', async () => {
  const foreign = await createLookup(eva);
  const before = questions.length;
  expect(await ana.refusal('internalPipelines:create', await previewOf(ana, foreign))).toBe('ACQ-NOT-FOUND');
  expect(questions).toHaveLength(before);
  const { lookups } = await preview(eva, foreign);
  const other = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster), 'other');
  const path = `${fleetPaths.lookup}/${lookups![0]!.versions[0]!.id}`;
  const response = await fetch(server.url + path, { headers: other.signed('GET', path, '') });
  expect(response.status).toBe(404);
});
