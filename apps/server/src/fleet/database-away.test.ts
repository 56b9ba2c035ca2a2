import { silentLog, type Log } from '@acequia/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testServers } from '../db/test-database.ts';
import { openTestWay, type Fate, type TestWay } from '../db/test-way.ts';
import { createTestApp, testOperatorToken, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../test-worker.ts';

/** Of a state that is built again after a second, on a busy machine. */
const bound = { timeout: 10_000, interval: 20 };
/** Short, so that a connection without an answer is soon given up. */
const statementTimeoutMs = 1000;
const retried = 'a deployment could not be built; it is tried again';

interface Cluster {
  readonly id: string;
  readonly worker: TestWorker;
}

describe.each(testServers)('a database that is cut off (%s)', (kind) => {
  let way: TestWay;
  let server: TestApp;
  let ana: Browser;
  let clusters: readonly [Cluster, Cluster];
  /** Clusters whose state could not be built, each time. */
  let failed: unknown[];
  const undo: (() => unknown)[] = [];

  beforeEach(async () => {
    failed = [];
    const log: Log = { ...silentLog, error: (fields, text) => text === retried && failed.push(fields['cluster']), child: () => log };
    way = await openTestWay(await createTestDatabase(kind), statementTimeoutMs);
    server = await createTestApp({ db: way.db, log });
    undo.push(() => server.stop());
    ana = await server.firstOwner();
    clusters = [await addCluster('near'), await addCluster('far')];
    await expect.poll(() => clusters.map(({ worker }) => listenersOf(worker))).toEqual([[], []]);
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  async function addCluster(name: string): Promise<Cluster> {
    const answer = await fetch(`${server.url}/operator/cluster/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, host: `${name}.example.com`, ports: { from: 1024, to: 65535 }, fileRoots: [] }),
    });
    const worker = await enrolTestWorker(server.url, ((await answer.json()) as { readonly token: string }).token, name);
    undo.push(() => worker.close());
    await worker.connect();
    return { id: (await ana.call('clusters:list', {})).find((cluster) => cluster.name === name)!.id, worker };
  }

  /** Names of the listeners in the newest state that the worker was sent. */
  const listenersOf = ({ messages }: TestWorker): readonly string[] | undefined =>
    messages
      .flatMap((message) => (message.type === 'deployment' ? [message.deployment] : []))
      .at(-1)
      ?.listeners.map(({ name }) => name);
  const wish = (name: string, { id }: Cluster) => ({
    name,
    description: '',
    tags: [],
    component: 'toy-gate',
    clusterId: id,
    config: { port: 5140 },
  });
  const addListener = (name: string, cluster: Cluster) => ana.call('listeners:create', wish(name, cluster));
  /** The commit of the next listener. */
  const trapCommit = (fate: () => Fate) => {
    let untrap = way.trap(['insert into "listeners"'], (writer) => {
      untrap = way.trap(['commit'], (connection) => (connection === writer ? fate() : 'pass'));
      return 'pass';
    });
    return () => untrap();
  };
  /** Statements that come after the commit of the next listener. */
  const trapFromCommit = (texts: readonly string[], fate: () => Fate) => {
    let untrap = trapCommit(() => {
      untrap = way.trap(texts, fate);
      return 'pass';
    });
    return () => untrap();
  };
  /** What reads the wishes for a cluster. */
  const stateOf = ({ id }: Cluster) => ['"version_clusters"', id];

  test('while the state of a committed change is built: the workers are told when the database is back, without another change', async () => {
    const [near, far] = clusters;
    const untrap = trapFromCommit(stateOf(near), () => {
      void way.close();
      return 'lose';
    });
    // The answer to the call may be lost, too.
    await addListener('one', near).catch(() => undefined);
    await expect.poll(() => failed.filter((id) => id === near.id).length, bound).toBeGreaterThan(1);
    expect(clusters.map(({ worker }) => listenersOf(worker))).toEqual([[], []]);
    untrap();
    await way.open();
    await expect.poll(() => listenersOf(near.worker), bound).toEqual(['one']);
    await addListener('two', far);
    await expect.poll(() => clusters.map(({ worker }) => listenersOf(worker)), bound).toEqual([['one'], ['two']]);
  });

  test('whenever the state of one cluster is built: the other one is told its changes, and the first when that ends', async () => {
    const [near, far] = clusters;
    const untrap = way.trap(stateOf(near), () => 'lose');
    await addListener('one', near);
    await addListener('two', far);
    await expect.poll(() => listenersOf(far.worker), bound).toEqual(['two']);
    await server.app.relay.settled();
    const before = failed.length;
    await expect.poll(() => failed.length, bound).toBeGreaterThan(before + 1);
    expect(listenersOf(near.worker)).toEqual([]);
    expect(new Set(failed)).toEqual(new Set([near.id]));
    untrap();
    await expect.poll(() => listenersOf(near.worker), bound).toEqual(['one']);
  });

  test.each(['lose the answer', 'swallow the answer'] as const)(
    'before it answers to a commit (%s): the change that nobody was told of reaches the workers, once',
    async (fate) => {
      const [near] = clusters;
      const untrap = trapCommit(() => {
        untrap();
        return fate;
      });
      expect(await ana.refusal('listeners:create', wish('one', near))).toBe('ACQ-DATABASE-UNAVAILABLE');
      await expect.poll(() => listenersOf(near.worker), bound).toEqual(['one']);
      expect((await ana.call('listeners:list', {})).map(({ name }) => name)).toEqual(['one']);
    },
  );
});
