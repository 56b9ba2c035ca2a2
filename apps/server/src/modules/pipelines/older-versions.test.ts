import { emptyDocument, type PipelineDocument } from '@acequia/pipeline';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedCatalogue, type Catalogue } from '../../catalogue/catalogue.ts';
import { versions } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { testCatalogue } from '../../test-catalogue.ts';

const catalogue: Catalogue = {
  listener: testCatalogue.listener,
  action: testCatalogue.action,
  datasink: shippedCatalogue.datasink,
};

let server: TestApp;
let ana: Browser;
let listenerId: string;
let datasinkId: string;
const words = { description: '', tags: [] };

beforeAll(async () => {
  server = await createTestApp({ catalogue });
  ana = await server.user('owner');
  const gate = { name: 'gate', ...words, component: 'toy-gate', clusterId: testCluster, config: { port: 20_001 } };
  listenerId = (await ana.call('listeners:create', gate)).id;
  const file = { name: 'file', ...words, component: 'file', config: { root: '/var/acequia' } };
  datasinkId = (await ana.call('datasinks:create', file)).id;
});
afterAll(() => server.stop());

/** Layers of two steps, each linked to both of the next, in front of a file: an event becomes two with every layer. */
function documentOf({ path = 'logs/out.ndjson', layers = 0 }): PipelineDocument {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const rows = [['in'], ...Array.from({ length: layers }, (_, layer) => [`a${layer}`, `b${layer}`]), ['out']];
  const steps = rows.slice(1, -1).flat();
  return {
    ...emptyDocument,
    nodes: [
      { ...place, kind: 'label', id: 'in', listenerId, labelId: 'all' },
      ...steps.map((id) => ({ ...place, kind: 'action' as const, id, component: 'toy-sieve', version: '1.0.0', config: { word: 'x' } })),
      { ...place, kind: 'datasink', id: 'out', datasinkId, component: 'file', version: '1.0.0', config: { path } },
    ],
    links: rows
      .slice(1)
      .flatMap((row, above) =>
        rows[above]!.flatMap((from) => row.map((to) => ({ id: `${from}-${to}`, from: { node: from, port: 'default' }, to: { node: to } }))),
      ),
  };
}

test.each([
  ['a path that events choose by themselves', { path: '${app}/out.ndjson' }],
  ['more copies of an event than may be', { layers: 9 }],
])(
  'a version with %s, from before that was refused, is started after a stop and rolled back to; a new one is refused',
  async (name, old) => {
    const { id } = await ana.call('pipelines:create', { name, ...words, document: documentOf({}) });
    const where = { id, clusterIds: [testCluster] };
    const next = async () => {
      const { revision } = await ana.call('pipelines:getVersion', { id, version: 'Main' });
      return { ...where, revision, kind: 'minor' as const, versionName: '' };
    };
    const first = await ana.call('pipelines:publishVersion', await next());
    await server.db.database.withTenant(ana.tenantId, (tx) =>
      tx
        .update(versions)
        .set({ document: documentOf(old) })
        .where(eq(versions.id, first.id)),
    );
    const { version } = first;
    const statusOf = async (of: string) => (await ana.call('pipelines:getVersion', { id, version: of })).status;

    await ana.call('pipelines:stopVersion', { ...where, version });
    expect(await statusOf(version)).toBe('stopped');
    await ana.call('pipelines:startVersion', { ...where, version });
    expect(await statusOf(version)).toBe('running');

    const draft = await next();
    expect(await ana.refusal('pipelines:publishVersion', draft)).toBe('ACQ-NOT-PUBLISHABLE');
    await ana.call('pipelines:saveDraft', { id, revision: draft.revision, document: documentOf({}) });
    const second = await ana.call('pipelines:publishVersion', await next());
    expect([await statusOf(version), await statusOf(second.version)]).toEqual(['archived', 'running']);
    await ana.call('pipelines:startVersion', { ...where, version });
    expect([await statusOf(version), await statusOf(second.version)]).toEqual(['running', 'archived']);
  },
);
