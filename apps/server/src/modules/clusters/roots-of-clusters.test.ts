import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { clusters, tenantClusters, tenants, workers } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let worker: TestWorker;
const text = { description: '', tags: [] };
const farCluster = 'CL_far';
const hello = { version: '1', components: {}, host: 'h' };
let count = 0;

const openRoots = async (near: string[], far: string[]) => {
  const { gate } = server.db.database;
  await gate.update(clusters).set({ fileRoots: near }).where(eq(clusters.id, testCluster));
  await gate.update(clusters).set({ fileRoots: far }).where(eq(clusters.id, farCluster));
};
const sink = (root: string) => ({ name: `s${(count += 1)}`, ...text, component: 'file', config: { root } });
const fault = async (made: Promise<unknown>) => {
  const error = await made.then(
    () => ({ code: 'accepted', data: undefined }),
    (thrown: unknown) => thrown as { readonly code: string; readonly status?: number; readonly data: { readonly fields: unknown } },
  );
  return [error.code, error.data?.fields];
};

/** A pipeline of one listener and one file data sink; returns its id. */
const pipeline = async (listenerId: string, datasinkId: string) => {
  const node = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const { id } = await ana.call('pipelines:create', {
    name: `p${(count += 1)}`,
    ...text,
    document: {
      format: 1,
      nodes: [
        { ...node, id: 'in', kind: 'label', listenerId, labelId: 'all' },
        { ...node, id: 'out', kind: 'datasink', datasinkId, component: 'file', version: '1.0.0', config: { path: 'x' } },
      ],
      links: [{ id: 'l', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
    },
  });
  return id;
};
const publish = (id: string, clusterIds: string[]) =>
  ana.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds });

beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  ana = await server.user('owner');
  const { gate } = server.db.database;
  const [near] = await gate.select().from(clusters);
  await gate.insert(clusters).values({ ...near!, id: farCluster, name: 'far' });
  await gate.insert(tenantClusters).values({ tenantId: ana.tenantId, clusterId: farCluster });
});
afterAll(() => server.stop());

describe('a data sink that names a folder', () => {
  const unknown = ['ACQ-CONFIG', { root: 'CONFIG_FILE_ROOT' }];

  test('which none of the clusters has is refused at its field, new and changed', async () => {
    await openRoots(['/srv/files', 'archive=/mnt/a'], ['/far/logs']);
    expect(await fault(ana.call('datasinks:create', sink('archiv')))).toEqual(unknown);
    expect((await ana.call('datasinks:list', {})).map(({ config }) => config['root'])).not.toContain('archiv');
    const { id, revision, name } = await ana.call('datasinks:create', sink('archive'));
    expect(await fault(ana.call('datasinks:update', { id, revision, name, ...text, config: { root: '/etc' } }))).toEqual(unknown);
    expect(await ana.call('datasinks:find', { id })).toMatchObject({ revision, config: { root: 'archive' } });
  });

  test.each(['/srv/files', 'files', 'archive', '/mnt/a', 'a', '/far/logs', 'logs'])('%s: saved while one of them has it', async (root) => {
    await openRoots(['/srv/files', 'archive=/mnt/a'], ['/far/logs']);
    expect(await fault(ana.call('datasinks:create', sink(root)))).toEqual(['accepted', undefined]);
  });

  test('is saved before there is a cluster, and before one has folders', async () => {
    await openRoots([], []);
    expect(await fault(ana.call('datasinks:create', sink('later')))).toEqual(['accepted', undefined]);
    const berta = await server.user('owner');
    await server.db.database.gate.delete(tenantClusters).where(eq(tenantClusters.tenantId, berta.tenantId));
    expect(await berta.call('clusters:list', {})).toEqual([]);
    expect(await fault(berta.call('datasinks:create', sink('much later')))).toEqual(['accepted', undefined]);
  });
});

describe('a listener that reads files', () => {
  const listener = (...include: string[]) => ({
    name: `l${(count += 1)}`,
    ...text,
    component: 'file',
    clusterId: testCluster,
    config: { include },
  });
  beforeEach(async () => {
    await openRoots(['/srv/files'], []);
    worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
    await worker.connect();
  });

  test('a pattern by which it can never read a file is refused at its place, new and changed', async () => {
    const dead = ['ACQ-CONFIG', { 'include.1': 'CONFIG_PATTERN_DEAD' }];
    for (const pattern of ['/var/log/[.][.]/other/*', '/var/log/{..,x}/other/*'])
      expect(await fault(ana.call('listeners:create', listener('/var/log/*.log', pattern)))).toEqual(dead);
    const made = await ana.call('listeners:create', listener('/var/log/*.log'));
    const change = { id: made.id, revision: 1, name: made.name, ...text, config: { include: ['/var/log/a', '/var/log/.[.]/x'] } };
    expect(await fault(ana.call('listeners:update', change))).toEqual(dead);
  });

  test('outside of what the workers of its cluster may read is refused at the path, new and changed', async () => {
    expect(await fault(ana.call('listeners:create', listener('/etc/passwd')))).toEqual(['accepted', undefined]);
    await worker.report({ hello: { ...hello, readRoots: ['/var/log', '/srv/{tenant}'] } });
    expect(await fault(ana.call('listeners:create', listener('/var/log/a', '/etc/passwd')))).toEqual([
      'ACQ-CONFIG',
      { 'include.1': 'FILE_ROOT_OUTSIDE' },
    ]);
    const made = await ana.call('listeners:create', listener('/var/log/*.log', `/srv/${ana.tenantId}/x`));
    const change = { id: made.id, revision: 1, name: made.name, ...text };
    expect(await fault(ana.call('listeners:update', { ...change, config: { include: ['/srv/other/x'] } }))).toEqual([
      'ACQ-CONFIG',
      { 'include.0': 'FILE_ROOT_OUTSIDE' },
    ]);
    expect(await fault(ana.call('listeners:create', listener('log/*.log', 'srv/x')))).toEqual(['accepted', undefined]);
    expect(await fault(ana.call('listeners:create', listener('log/a', 'www/a')))).toEqual([
      'ACQ-CONFIG',
      { 'include.1': 'FILE_ROOT_OUTSIDE' },
    ]);
    await worker.report({ hello: { ...hello, readRoots: [] } });
    expect(await fault(ana.call('listeners:create', listener('/var/log/a')))).toEqual(['ACQ-CONFIG', { include: 'FILE_ROOTS_NONE' }]);
  });
});

describe('publishing to a cluster', () => {
  test('that lacks the folder of a data sink is refused with its name and starts nothing; to one that has it, it starts', async () => {
    await openRoots(['/srv/files'], ['archive=/mnt/a']);
    const listener = await ana.call('listeners:create', {
      name: 'web',
      ...text,
      component: 'http',
      clusterId: testCluster,
      config: { port: 8080 },
    });
    const { id: datasinkId, name: datasink } = await ana.call('datasinks:create', sink('archive'));
    const id = await pipeline(listener.id, datasinkId);
    const lacking = ['ACQ-FILE-ROOT', { name: datasink, root: 'archive', cluster: 'test', clusterId: testCluster }];
    expect(await fault(publish(id, [farCluster, testCluster]))).toEqual(lacking);
    expect((await ana.call('pipelines:find', { id })).runningVersion).toBeNull();
    const { version } = await publish(id, [farCluster]);
    expect(await fault(ana.call('pipelines:startVersion', { id, version, clusterIds: [testCluster] }))).toEqual(lacking);
  });

  test('whose workers may no longer read what a listener names is refused with its name', async () => {
    await openRoots(['/srv/files'], []);
    await server.db.database.gate.delete(workers);
    worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
    await worker.connect();
    await worker.report({ hello: { ...hello, readRoots: ['/var/log'] } });
    const listener = await ana.call('listeners:create', {
      name: 'logs',
      ...text,
      component: 'file',
      clusterId: testCluster,
      config: { include: ['/var/log/a.log'] },
    });
    const id = await pipeline(listener.id, (await ana.call('datasinks:create', sink('files'))).id);
    for (const readRoots of [['/var/www'], []]) {
      await worker.report({ hello: { ...hello, readRoots } });
      expect(await fault(publish(id, [testCluster]))).toEqual([
        'ACQ-FILE-ROOT',
        { name: 'logs', root: '/var/log/a.log', cluster: 'test', clusterId: testCluster },
      ]);
    }
  });
});

describe('a change of what a running version names', () => {
  const folderOf = async (id: string) => (await ana.call('datasinks:find', { id })).config['root'];

  test('takes no folder away from the cluster it runs in: it is refused as publishing is', async () => {
    await openRoots(['/srv/files', 'archive=/mnt/a'], ['/far/logs']);
    const listener = await ana.call('listeners:create', {
      name: 'edited',
      ...text,
      component: 'http',
      clusterId: testCluster,
      config: { port: 8081 },
    });
    const made = await ana.call('datasinks:create', sink('files'));
    const id = await pipeline(listener.id, made.id);
    const { version } = await publish(id, [testCluster]);
    const change = (root: string, name = made.name, revision = 1) =>
      fault(ana.call('datasinks:update', { id: made.id, revision, name, ...text, config: { root } }));
    expect(await change('logs')).toEqual(['ACQ-FILE-ROOT', { name: made.name, root: 'logs', cluster: 'test', clusterId: testCluster }]);
    expect(await folderOf(made.id)).toBe('files');
    expect(await change('archive')).toEqual(['accepted', undefined]);
    // The operator has closed the folder: a new name is not refused for it, another folder that lacks is.
    await openRoots(['/srv/files'], ['archive=/mnt/a', '/far/logs']);
    expect(await change('archive', `${made.name} renamed`, 2)).toEqual(['accepted', undefined]);
    expect((await change('logs', made.name, 3))[0]).toBe('ACQ-FILE-ROOT');
    await ana.call('pipelines:stopVersion', { id, version, clusterIds: [testCluster] });
    expect(await change('logs', made.name, 3)).toEqual(['accepted', undefined]);
  });

  test('takes no file from a listener that another cluster reads too', async () => {
    await openRoots(['/srv/files'], ['/srv/files']);
    await server.db.database.gate.delete(workers);
    const near = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
    await near.connect();
    await near.report({ hello: { ...hello, readRoots: ['/var/log', '/var/www'] } });
    const far = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(farCluster));
    await far.connect();
    await far.report({ hello: { ...hello, readRoots: ['/var/log'] } });
    const listener = await ana.call('listeners:create', {
      name: 'both read',
      ...text,
      component: 'file',
      clusterId: testCluster,
      config: { include: ['/var/log/a.log'] },
    });
    await publish(await pipeline(listener.id, (await ana.call('datasinks:create', sink('files'))).id), [testCluster, farCluster]);
    const change = (include: string) =>
      fault(ana.call('listeners:update', { id: listener.id, revision: 1, name: listener.name, ...text, config: { include: [include] } }));
    expect(await change('/var/www/a.log')).toEqual([
      'ACQ-FILE-ROOT',
      { name: 'both read', root: '/var/www/a.log', cluster: 'far', clusterId: farCluster },
    ]);
    expect(await change('/var/log/b.log')).toEqual(['accepted', undefined]);
  });
});

describe('where folders lie on the machines', () => {
  test('is shown to owners and admins who run the installation; never to viewers, nor to other organizations', async () => {
    await openRoots(['/srv/secret/files', 'archive=/mnt/secret', '/'], []);
    await server.db.database.gate.delete(workers);
    const reader = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
    await reader.connect();
    const berta = await server.user('owner');
    await server.db.database.gate.update(tenants).set({ operator: true }).where(eq(tenants.id, ana.tenantId));
    const shown = async (who: Browser, readRoots: string[]) => {
      await reader.report({ hello: { ...hello, readRoots } });
      const found = (await who.call('clusters:list', {})).find(({ id }) => id === testCluster)!;
      return [found.fileRoots, found.workers[0]!.readRoots];
    };
    const paths = ['/srv/secret/files', 'archive=/mnt/secret', '/'];
    const names = ['files', 'archive', '/'];
    const mixed = ['/var/log', '/srv/{tenant}/in'];
    for (const who of [ana, await server.user('admin', ana.tenantId)])
      expect(await shown(who, mixed)).toEqual([paths, ['log=/var/log', `in=/srv/${ana.tenantId}/in`]]);
    const others = [berta, await server.user('admin', berta.tenantId)];
    for (const who of [...others, await server.user('viewer', ana.tenantId), await server.user('viewer', berta.tenantId)]) {
      expect(await shown(who, mixed)).toEqual([names, ['log', 'in']]);
      expect(await shown(who, ['/srv/secret/{tenant}'])).toEqual([names, ['secret']]);
      expect(await shown(who, [])).toEqual([names, []]);
    }
  });

  test('is not shown to viewers by what is saved in listeners and data sinks; who edits it sees it as it was saved', async () => {
    await openRoots(['/srv/secret/files'], []);
    await server.db.database.gate.delete(workers);
    const reader = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
    await reader.connect();
    await reader.report({ hello: { ...hello, readRoots: ['/srv/secret/logs'] } });
    const config = { include: ['/srv/secret/logs/a/*.log', 'logs/b'], exclude: ['/srv/secret/other/c'] };
    const listener = await ana.call('listeners:create', { name: 'told', ...text, component: 'file', clusterId: testCluster, config });
    const datasink = await ana.call('datasinks:create', sink('/srv/secret/files'));
    const named = { config: { include: ['logs/a/*.log', 'logs/b'], exclude: ['c'] } };
    const shown = async (who: Browser) => {
      const [of, to] = [{ id: listener.id }, { id: datasink.id }];
      return {
        read: [
          (await who.call('listeners:list', {})).find(({ id }) => id === listener.id),
          await who.call('listeners:find', of),
          ...(await who.call('listeners:listVersions', of)),
        ],
        written: [
          (await who.call('datasinks:list', {})).find(({ id }) => id === datasink.id),
          await who.call('datasinks:find', to),
          ...(await who.call('datasinks:listVersions', to)),
        ],
      };
    };
    const own = await shown(ana);
    expect(own.read).toEqual([0, 1, 2].map(() => expect.objectContaining({ config: expect.objectContaining(config) as unknown })));
    const viewers = await shown(await server.user('viewer', ana.tenantId));
    for (const each of viewers.read) expect(each).toMatchObject(named);
    for (const each of viewers.written) expect(each).toMatchObject({ config: { root: 'files' } });
    expect(JSON.stringify(viewers)).not.toContain('secret');
  });
});
