import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, testCluster, testOperatorToken, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../test-worker.ts';

let server: TestApp;
let ana: Browser;
let near: TestWorker;
let far: TestWorker;
const operator = async <T>(command: string, body: unknown) => {
  const answer = await fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
};
const wish = { name: 'far', host: 'far.example.com', ports: { from: 5000, to: 5999 }, fileRoots: ['/srv/logs'] };
const text = { description: '', tags: [] };

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  near = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await near.connect();
});
afterAll(async () => {
  near.close();
  far.close();
  await server.stop();
});

describe('a cluster beside the first', () => {
  test('may be used by every tenant, those to come too, and is entered in their logs', async () => {
    const { status, body } = await operator<{ token: string }>('cluster/create', wish);
    expect(status).toBe(200);
    far = await enrolTestWorker(server.url, body.token);
    await far.connect();
    const later = await server.user(
      'owner',
      (await operator<{ id: string }>('tenant/create', { name: 'Later', owner: 'l@example.com' })).body.id,
    );
    for (const user of [ana, later])
      expect(await user.call('clusters:list', {})).toContainEqual(
        expect.objectContaining({ name: 'far', host: 'far.example.com', portRange: wish.ports, fileRoots: ['logs'] }),
      );
    const log = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: Date.now() + 1, entity: ['cluster'] });
    expect(log.data.map(({ event }) => event)).toEqual([{ entity: 'cluster', operation: 'create', name: 'far' }]);
  });

  test('gets another worker; a name that is taken or unknown, and what cannot be, are refused with a code', async () => {
    expect((await operator('cluster/enrol', { name: 'far' })).body).toEqual({ token: expect.any(String) as string });
    expect(await operator('cluster/create', wish)).toEqual({ status: 409, body: { code: 'WEB-00031', fields: { name: 'taken' } } });
    expect(await operator('cluster/enrol', { name: 'none' })).toMatchObject({ status: 404, body: { code: 'ACQ-NOT-FOUND' } });
    for (const wrong of [
      { name: ' ' },
      { host: '' },
      { ports: { from: 9, to: 8 } },
      { ports: { from: 0, to: 80 } },
      { fileRoots: ['logs'] },
    ])
      expect(await operator('cluster/create', { ...wish, name: 'third', ...wrong })).toMatchObject({
        status: 400,
        body: { code: 'WEB-00022' },
      });
  });

  test('has the listeners of what is published to it, and only while it runs there; a retry reaches it', async () => {
    const listener = await ana.call('listeners:create', {
      name: 'gate',
      ...text,
      component: 'toy-gate',
      clusterId: testCluster,
      config: { port: 5140 },
    });
    const datasink = await ana.call('datasinks:create', { name: 'field', ...text, component: 'toy-field', config: { address: 'x' } });
    const node = { position: { x: 0, y: 0 }, name: '', comment: '' };
    const { id } = await ana.call('pipelines:create', {
      name: 'flow',
      ...text,
      document: {
        format: 1,
        nodes: [
          { ...node, id: 'label', kind: 'label', listenerId: listener.id, labelId: 'all' },
          { ...node, id: 'out', kind: 'datasink', datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
        ],
        links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
      },
    });
    const other = far.answer.clusterId;
    const newest = async (worker: TestWorker, listeners: number, pipelines: number) => {
      const last = () => worker.messages.findLast(({ type }) => type === 'deployment');
      await worker.message(
        'deployment',
        (message) =>
          message === last() && message.deployment.listeners.length === listeners && message.deployment.pipelines.length === pipelines,
      );
    };
    await newest(near, 1, 0);
    await newest(far, 0, 0);
    await ana.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [other] });
    await newest(far, 1, 1);
    await ana.call('listeners:retry', { id: listener.id });
    for (const worker of [near, far]) await worker.message('retry-listener', (message) => message.listenerId === listener.id);
    await ana.call('pipelines:stopVersion', { id, version: '1.0.0', clusterIds: [other] });
    await newest(far, 0, 0);
    await newest(near, 1, 0);
  });
});

describe('what is gone for good', () => {
  const gone = (name: string) =>
    server.db.database.gate.execute(`update workers set last_seen_at = last_seen_at - 120000 where name = '${name}'`);
  const known = async () => (await ana.call('clusters:list', {})).map(({ name, workers }) => [name, workers.map((worker) => worker.name)]);
  const made = async (name: string) => {
    const { body } = await operator<{ token: string }>('cluster/create', { ...wish, name });
    const worker = await enrolTestWorker(server.url, body.token, `worker of ${name}`);
    await worker.connect();
    await worker.report();
    return worker;
  };
  const refused = (code: string) => ({ status: code === 'ACQ-NOT-FOUND' ? 404 : 409, body: { code } });
  const written = async () =>
    (await ana.call('activity:getUserActivity', { page: 1, from: 0, to: Date.now() + 1, entity: ['cluster'] })).data[0]!.event;

  test('a worker is removed once it is not heard of, with what was said of it; it is refused from then on', async () => {
    const worker = await made('left');
    const remove = { name: 'left', worker: 'worker of left' };
    expect(await operator('cluster/remove-worker', remove)).toMatchObject(refused('ACQ-WORKER-ONLINE'));
    await gone('worker of left');
    worker.close();
    const away = async () => (await ana.call('deadLetters:causes', {})).away;
    await expect.poll(away).toContain('worker of left');
    expect(await operator('cluster/remove-worker', remove)).toEqual({ status: 200, body: {} });
    expect(await known()).toContainEqual(['left', []]);
    expect(await away()).toEqual([]);
    expect(await written()).toEqual({ entity: 'cluster', operation: 'update', name: 'left: worker of left' });
    await expect(worker.report()).rejects.toThrow('401');
    expect(await operator('cluster/remove-worker', remove)).toMatchObject(refused('ACQ-NOT-FOUND'));
    expect(await operator('cluster/remove-worker', { ...remove, name: 'none' })).toMatchObject(refused('ACQ-NOT-FOUND'));
  });

  test('a cluster is removed when nobody uses it and its workers are not heard of; never the first one', async () => {
    const worker = await made('lost');
    const clusterId = worker.answer.clusterId;
    const listener = await ana.call('listeners:create', {
      name: 'kept',
      ...text,
      component: 'toy-gate',
      clusterId,
      config: { port: 5141 },
    });
    const remove = { name: 'lost' };
    expect(await operator('cluster/remove', remove)).toMatchObject(refused('ACQ-WORKER-ONLINE'));
    await gone('worker of lost');
    expect(await operator('cluster/remove', remove)).toMatchObject(refused('ACQ-CLUSTER-IN-USE'));
    expect(await known()).toContainEqual(['lost', ['worker of lost']]);
    await ana.call('listeners:remove', { id: listener.id });
    expect(await operator('cluster/remove', remove)).toEqual({ status: 200, body: {} });
    expect((await known()).map(([name]) => name)).not.toContain('lost');
    expect(await written()).toEqual({ entity: 'cluster', operation: 'delete', name: 'lost' });
    await expect(worker.report()).rejects.toThrow('401');
    const [first] = await ana.call('clusters:list', {});
    expect(await operator('cluster/remove', { name: first!.name })).toMatchObject(refused('ACQ-CLUSTER-FIRST'));
    expect(await operator('cluster/remove', remove)).toMatchObject(refused('ACQ-NOT-FOUND'));
  });
});
