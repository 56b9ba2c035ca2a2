import type { OperationName } from '@acequia/contract';
import { emptyDocument, type PipelineDocument } from '@acequia/pipeline';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../test-app.ts';
import { areWaitingFor } from '../test-lock-waits.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestApp;
let port = 21_000;
let watcher: Client;
beforeAll(async () => {
  server = await createTestApp();
  watcher = new Client(server.db.owner);
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await server.stop();
});

/** Begins both while nobody may write the tables, and lets them go on once both wait: neither has seen what the other does. */
async function atOnce<A, B>(tables: string, first: () => Promise<A>, second: () => Promise<B>) {
  const holder = new Client(server.db.owner);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${tables} in exclusive mode`);
    const both = Promise.all([outcome(first()), outcome(second())]);
    await areWaitingFor(holder, watcher, 2);
    await holder.query('commit');
    return await both;
  } finally {
    await holder.end();
  }
}

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
  );

interface Place {
  readonly owner: Browser;
  readonly listener: string;
  readonly datasink: string;
  readonly pipeline: string;
  /** A pipeline that can be published. */
  readonly ready: string;
}

const portOf = (who: 'ana' | 'bob'): number => port + (who === 'ana' ? 1 : 2);

/** Names and settings of one of the two, all different from those of the other. */
const words = (who: string) => ({ name: `of ${who}`, description: `by ${who}`, tags: [who] });

const edits: readonly {
  readonly name: OperationName;
  readonly tables: string;
  /** The input of one of the two, with the revision that both have seen. */
  readonly input: (place: Place, who: 'ana' | 'bob') => unknown;
  /** What of it can be read afterwards. */
  readonly read: (place: Place) => Promise<unknown>;
  readonly left: (who: 'ana' | 'bob') => unknown;
}[] = [
  {
    name: 'listeners:update',
    tables: 'listeners',
    input: ({ listener }, who) => ({ id: listener, revision: 1, ...words(who), config: { port: portOf(who) } }),
    read: ({ owner, listener }) => owner.call('listeners:find', { id: listener }),
    left: (who) => ({ revision: 2, ...words(who), config: { port: portOf(who) } }),
  },
  {
    name: 'datasinks:update',
    tables: 'datasinks',
    input: ({ datasink }, who) => ({ id: datasink, revision: 1, ...words(who), config: { address: who } }),
    read: ({ owner, datasink }) => owner.call('datasinks:find', { id: datasink }),
    left: (who) => ({ revision: 2, ...words(who), config: { address: who } }),
  },
  {
    name: 'pipelines:saveDraft',
    tables: 'pipelines, versions',
    input: ({ pipeline }, who) => ({ id: pipeline, revision: 1, document: noted(who) }),
    read: ({ owner, pipeline }) => owner.call('pipelines:getVersion', { id: pipeline, version: 'Main' }),
    left: (who) => ({ revision: 2, document: noted(who) }),
  },
  {
    name: 'pipelines:publishVersion',
    tables: 'pipelines, versions',
    input: ({ ready }, who) => ({ id: ready, revision: 1, kind: 'minor', versionName: who, clusterIds: [testCluster] }),
    read: ({ owner, ready }) => owner.call('pipelines:listVersions', { id: ready }),
    left: (who) => [{ version: '1.0.0', versionName: who }],
  },
  {
    name: 'pipelineTests:save',
    tables: 'pipelines, pipeline_tests',
    input: ({ pipeline }, who) => ({ pipelineId: pipeline, id: testId, revision: 1, test: pipelineTest(who) }),
    read: async ({ owner, pipeline }) => (await owner.call('pipelineTests:list', { pipelineId: pipeline }))[0],
    left: (who) => ({ revision: 2, test: pipelineTest(who) }),
  },
];

let testId = '';
const pipelineTest = (who: string) => ({
  name: who,
  input: { events: [`{"by":"${who}"}`] },
  expect: [{ at: 'dropped' as const, count: 0 }],
});
const noted = (who: string) => ({
  ...emptyDocument,
  nodes: [
    {
      id: who,
      kind: 'label' as const,
      position: { x: 0, y: 0 },
      name: who,
      comment: `by ${who}`,
      listenerId: '',
      labelId: 'all',
    },
  ],
});

async function twoAdmins(): Promise<{ readonly ana: Browser; readonly bob: Browser; readonly place: Place }> {
  const owner = await server.user('owner');
  const [ana, bob] = [await server.user('admin', owner.tenantId), await server.user('admin', owner.tenantId)];
  const first = { description: '', tags: [] };
  const { id: listener } = await owner.call('listeners:create', {
    name: 'l',
    ...first,
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: (port += 10) },
  });
  const { id: datasink } = await owner.call('datasinks:create', {
    name: 'd',
    ...first,
    component: 'toy-field',
    config: { address: 'x' },
  });
  const { id: pipeline } = await owner.call('pipelines:create', { name: 'p', ...first });
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: listener, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId: datasink, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
  const { id: ready } = await owner.call('pipelines:create', { name: 'r', ...first, document });
  testId = (await owner.call('pipelineTests:save', { pipelineId: pipeline, test: pipelineTest('first') })).id;
  return { ana, bob, place: { owner, listener, datasink, pipeline, ready } };
}

test.each(edits)('$name: of two who change the same thing at the same moment one is told so, and nothing is mixed', async (edit) => {
  const { ana, bob, place } = await twoAdmins();
  const call = (who: 'ana' | 'bob') => () => (who === 'ana' ? ana : bob).call(edit.name, edit.input(place, who) as never);
  const outcomes = await atOnce(edit.tables, call('ana'), call('bob'));
  expect([...outcomes].sort()).toEqual(['ACQ-CONFLICT', 'done']);
  expect(await edit.read(place)).toMatchObject(edit.left(outcomes[0] === 'done' ? 'ana' : 'bob') as object);
});

const fights = {
  'take the role of': (id: string) => ['users:updateRole', { ids: [id], role: 'viewer' }] as const,
  remove: (id: string) => ['users:remove', { ids: [id] }] as const,
};
const names = Object.keys(fights) as (keyof typeof fights)[];
test.each(names.flatMap((first) => names.map((second) => [first, second] as const)))(
  'two owners who %s and %s each other at the same moment: one does, and one owner remains',
  async (first, second) => {
    const ana = await server.user('owner');
    const bob = await server.user('owner', ana.tenantId);
    const [anaId, bobId] = [await idOf(ana), await idOf(bob)];
    const [anaDoes, bobDoes] = [fights[first](bobId), fights[second](anaId)];
    const outcomes = await atOnce(
      'invitations',
      () => ana.call(anaDoes[0], anaDoes[1] as never),
      () => bob.call(bobDoes[0], bobDoes[1] as never),
    );
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
    const winner = outcomes[0] === 'done' ? ana : bob;
    const members = await winner.call('users:list', {});
    expect(members.filter(({ roles }) => roles[0]?.id === 'owner').map(({ id }) => id)).toEqual([winner === ana ? anaId : bobId]);
  },
);

const idOf = async (browser: Browser): Promise<string> => (await browser.call('auth:session', {})).user.UID;
