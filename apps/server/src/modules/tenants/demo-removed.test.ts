import { dayMs } from '@acequia/base';
import { contract, type OperationMeta } from '@acequia/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shippedCatalogue, type Catalogue } from '../../catalogue/catalogue.ts';
import { furnish, validInputs, type Ids } from '../../http/test-inputs.ts';
import { createTestApp, operationNames, ownerPassword, type Browser, type TestApp } from '../../test-app.ts';
import { testCatalogue } from '../../test-catalogue.ts';
import { areWaitingFor } from '../../test-lock-waits.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Toys, which the inputs name, and everything that is shipped. */
const catalogue: Catalogue = {
  listener: (id) => testCatalogue.listener(id) ?? shippedCatalogue.listener(id),
  action: (id) => testCatalogue.action(id) ?? shippedCatalogue.action(id),
  datasink: (id) => testCatalogue.datasink(id) ?? shippedCatalogue.datasink(id),
};

let server: TestApp;
let owner: Browser;
let client: Client;
/** Of the organization beside the demo. */
let home: Ids;
beforeAll(async () => {
  server = await createTestApp({ catalogue, egressRules: null, callLimit: { perSecond: 1e6, burst: 1e6 } });
  owner = await server.firstOwner();
  home = await furnish(server, owner, 24_500);
  client = new Client(server.db.owner);
  await client.connect();
});
beforeEach(() => owner.call('tenants:removeDemo', {}));
afterAll(async () => {
  await client.end();
  await server.stop();
});

interface Visit {
  readonly demo: Browser;
  readonly tenantId: string;
  readonly ids: Ids;
}

/** The owner in a new demo, in a browser of its own, with one of everything that is made there. */
async function visitDemo(): Promise<Visit> {
  const { tenantId } = await owner.call('tenants:createDemo', {});
  await server.app.afterAnswer.settled();
  const demo = server.browser();
  await demo.call('auth:login', { email: 'ana@example.com', password: ownerPassword });
  await demo.call('auth:changeTenant', { tenantId });
  const text = { name: 'late', description: 'late', tags: [] };
  const listener = (await demo.call('listeners:list', {}))[0]!.id;
  const pipeline = (await demo.call('pipelines:list', {}))[0]!.id;
  const condition = { form: 'visual' as const, ast: { field: 'a', op: 'exists' as const } };
  const label = await demo.call('labels:create', { listenerId: listener, name: 'late', description: '', condition });
  const secret = await demo.call('secrets:create', { ...text, value: 'v', expirationDate: Date.now() + dayMs });
  const { authToken } = await demo.call('authToken:create', { ...text, expiration: null, role: 'viewer' });
  const internal = await demo.call('internalPipelines:create', { pipelineId: pipeline, source: { kind: 'live', count: 1 } });
  const ids = {
    ...home,
    listener,
    pipeline,
    label: label.id,
    secret: secret.id,
    token: authToken.id,
    internal: internal.id,
    datasink: (await demo.call('datasinks:list', {}))[0]!.id,
    lookup: (await demo.call('lookups:list', {}))[0]!.id,
  };
  return { demo, tenantId, ids };
}

/** Rows that name the tenant, by table; without what other processes are told, which waits there for an hour. */
async function rowsOf(tenantId: string): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' and table_name <> 'dispatch'`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${name}" where tenant_id = $1`, [tenantId]);
    if (rows[0]!.n > 0) found[name] = rows[0]!.n;
  }
  return found;
}

/** Runs it while no row of the log can be written or removed. */
async function withoutLog(run: (holder: Client) => Promise<void>): Promise<void> {
  const holder = new Client(server.db.owner);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table activity in exclusive mode');
    await run(holder);
  } finally {
    await holder.end();
  }
}

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code ?? String(error),
  );

const logIn = async (): Promise<Browser> => {
  const browser = server.browser();
  await browser.call('auth:login', { email: 'ana@example.com', password: ownerPassword });
  return browser;
};

/** Each of them makes its change, and then writes its row of the log. */
const entrances: readonly (readonly [string, (demo: Visit) => Promise<() => Promise<unknown>>])[] = [
  [
    'changed a part of it',
    async ({ demo, ids }) =>
      () =>
        demo.call('secrets:update', validInputs(ids)['secrets:update'] as never),
  ],
  [
    'logged out of it',
    async ({ demo }) =>
      () =>
        demo.call('auth:removeToken', {}),
  ],
  [
    'changed to it',
    async ({ tenantId }) => {
      const browser = await logIn();
      return () => browser.call('auth:changeTenant', { tenantId });
    },
  ],
  [
    'logged in to it',
    async ({ demo, tenantId }) => {
      await demo.call('tenants:setDefault', { id: tenantId });
      return logIn;
    },
  ],
];

test.each(entrances)('who has %s and not yet said so, and who removes it, do not wait for each other', async (_name, prepare) => {
  const remover = await server.user('owner', owner.tenantId);
  const visit = await visitDemo();
  const change = await prepare(visit);
  await withoutLog(async (holder) => {
    const changed = change();
    await areWaitingFor(holder, client, 1);
    const removed = remover.call('tenants:removeDemo', {});
    await areWaitingFor(holder, client, 2);
    await holder.query('commit');
    expect(await Promise.allSettled([changed, removed])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  });
  expect(await rowsOf(visit.tenantId)).toEqual({});
});

test('who logs out of it, or changes to it, while it is removed, is told what the next call would be told', async () => {
  const { demo, tenantId } = await visitDemo();
  const browser = await logIn();
  await withoutLog(async (holder) => {
    const removed = owner.call('tenants:removeDemo', {});
    await areWaitingFor(holder, client, 1);
    const refused = [outcome(demo.call('auth:removeToken', {})), outcome(browser.call('auth:changeTenant', { tenantId }))];
    await areWaitingFor(holder, client, 3);
    await holder.query('commit');
    await removed;
    expect(await Promise.all(refused)).toEqual(['AUTH.EXPIRED', 'ACQ-NOT-FOUND']);
  });
});

test('who removes it while somebody is in it for long, and who enters while it is removed, are told soon to try again', async () => {
  const { demo, tenantId } = await visitDemo();
  const holder = new Client(server.db.owner);
  await holder.connect();
  const hold = async (lock: string, run: () => Promise<void>) => {
    await holder.query('begin');
    await holder.query(`select ${lock}(hashtext('tenant'), hashtext($1))`, [tenantId]);
    await run();
    await holder.query('commit');
  };
  try {
    await hold('pg_advisory_xact_lock_shared', async () => {
      expect(await demo.call('secrets:list', {})).toHaveLength(1);
      expect(await owner.refusal('tenants:removeDemo', {})).toBe('ACQ-BUSY');
    });
    await hold('pg_advisory_xact_lock', async () => {
      // More than there are connections.
      const refused = Array.from({ length: 16 }, () => outcome(demo.call('secrets:list', {})));
      expect(await owner.call('secrets:list', {})).not.toEqual([]);
      expect(new Set(await Promise.all(refused))).toEqual(new Set(['ACQ-BUSY']));
    });
  } finally {
    await holder.end();
  }
  expect(await demo.call('secrets:list', {})).toHaveLength(1);
  await owner.call('tenants:removeDemo', {});
});

/** They change something of the tenant they are called in; what takes its parts away would leave the others nothing to change. */
const changes = operationNames.filter((name) => {
  const [noun = '', verb = ''] = name.split(':');
  const { meta } = (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'];
  return (
    meta.changes.length > 0 &&
    meta.permission !== 'public' &&
    meta.permission !== 'session' &&
    noun !== 'tenants' &&
    !/^(remove|delete)/.test(verb)
  );
});

test('of all that is changed in it while it is removed nothing stays, and nobody meets an internal error', async () => {
  expect(changes).toEqual(
    expect.arrayContaining(['labels:update', 'pipelines:create', 'secrets:create', 'shadowRuns:start', 'replays:start']),
  );
  for (let round = 0; round < 3; round += 1) {
    const { demo, tenantId, ids } = await visitDemo();
    let begun = 0;
    const codes = new Set<string>();
    const lane = async (offset: number): Promise<void> => {
      for (let n = offset; ; n += 1) {
        const name = changes[n % changes.length]!;
        begun += 1;
        const code = await outcome(demo.call(name, validInputs(ids)[name] as never));
        codes.add(`${code}${code === 'WEB-00000' ? ` ${name}` : ''}`);
        if (code === 'AUTH.EXPIRED') return;
      }
    };
    /** Changes to the demo and leaves it again. */
    const passerBy = async (leave: (browser: Browser) => Promise<Browser>): Promise<void> => {
      let browser = await logIn();
      for (;;) {
        const code = await outcome(browser.call('auth:changeTenant', { tenantId }).then(async () => (browser = await leave(browser))));
        codes.add(`${code}${code === 'WEB-00000' ? ' of who passes by' : ''}`);
        if (code !== 'done') return;
      }
    };
    const lanes = Array.from({ length: 12 }, (_, index) => lane(index * 5));
    const passersBy = [
      passerBy((browser) => browser.call('auth:changeTenant', { tenantId: owner.tenantId }).then(() => browser)),
      passerBy((browser) => browser.call('auth:removeToken', {}).then(logIn)),
    ];
    await vi.waitFor(() => expect(begun).toBeGreaterThan(60), { timeout: 60_000 });
    // A call that has been in it for seconds on a slow machine makes the removal busy, to be asked for again.
    let removed: string;
    do removed = await outcome(owner.call('tenants:removeDemo', {}));
    while (removed === 'ACQ-BUSY');
    expect(removed).toBe('done');
    await Promise.all([...lanes, ...passersBy]);
    expect([...codes].filter((code) => code.startsWith('WEB-00000'))).toEqual([]);
    expect(codes).toContain('done');
    expect(await rowsOf(tenantId)).toEqual({});
  }
});
