import { contract, type OperationMeta, type OperationName } from '@acequia/contract';
import { may, type Role } from '@acequia/domain';
import { and, count as countRows, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activity } from '../db/schema/index.ts';
import { createTestApp, operationNames, type Browser, type TestApp } from '../test-app.ts';
import { furnish, validInputs, type Ids } from './test-inputs.ts';

const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};

/** The code of the refusal; undefined when the operation answered. */
async function outcome(browser: Browser, name: OperationName, input: unknown): Promise<string | undefined> {
  const abort = new AbortController();
  try {
    const answer: unknown = await browser.call(name, input as never, abort.signal);
    if (metaOf(name).stream === true) abort.abort();
    void answer;
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
}

let server: TestApp;
let own: Ids;
let foreign: Ids;
const users = new Map<Role | 'other owner', Browser>();

beforeAll(async () => {
  server = await createTestApp();
  const owner = await server.user('owner');
  const other = await server.user('owner');
  users.set('owner', owner).set('other owner', other);
  users.set('admin', await server.user('admin', owner.tenantId)).set('viewer', await server.user('viewer', owner.tenantId));
  own = await furnish(server, owner, 21_000);
  foreign = await furnish(server, other, 22_000);
});
afterAll(() => server.stop());

const guarded = operationNames.filter((name) => metaOf(name).permission !== 'public');

describe('every operation', () => {
  test('is in the matrix', () => {
    expect(Object.keys(validInputs(own)).sort()).toEqual([...operationNames].sort());
  });

  test.each(guarded)('%s refuses someone without a session', async (name) => {
    expect(await outcome(server.browser(), name, validInputs(own)[name])).toBe('AUTH.REQUIRED');
  });

  const byRole = (['viewer', 'admin', 'owner'] as const).flatMap((role) =>
    guarded.filter((name) => name !== 'auth:removeToken').map((name) => [role, name] as const),
  );
  test.each(byRole.filter(([role, name]) => !allowed(role, name)))('%s may not %s', async (role, name) => {
    expect(await outcome(users.get(role)!, name, validInputs(own)[name])).toBe('WEB-00027');
  });

  test.each(guarded.filter((name) => refersToThings(name)))('%s does not find another tenant’s id', async (name) => {
    expect(['ACQ-NOT-FOUND', 'WEB-00015', 'WEB-00025', 'WEB-00026', 'WEB-10008']).toContain(
      await outcome(users.get('owner')!, name, validInputs(foreign)[name]),
    );
  });

  test('lists hold nothing of another tenant', async () => {
    for (const name of [
      'listeners:list',
      'labels:list',
      'datasinks:list',
      'pipelines:list',
      'lookups:list',
      'replays:list',
      'users:list',
      'tenants:list',
      'secrets:list',
      'authToken:getAll',
    ] as const) {
      const text = JSON.stringify(await users.get('owner')!.call(name, {}));
      for (const id of Object.values(foreign)) expect(text).not.toContain(id);
    }
  });

  const permitted = byRole.filter(([role, name]) => allowed(role, name) && metaOf(name).changes.length === 0);
  test.each(permitted)('%s may %s', async (role, name) => {
    expect(await outcome(users.get(role)!, name, validInputs(own)[name])).not.toBe('WEB-00027');
  });

  test.each(guarded.filter((name) => metaOf(name).changes.length > 0 && name !== 'auth:removeToken' && allowed('owner', name)))(
    'owner and admin may %s',
    async (name) => {
      for (const role of ['admin', 'owner'] as const) {
        const before = await activityRows(own.tenant);
        expect(await outcome(users.get(role)!, name, validInputs(own)[name])).not.toBe('WEB-00027');
        expect(await activityRows(own.tenant)).toBe(before + (metaOf(name).activity && !elsewhere.includes(name) ? 1 : 0));
      }
    },
  );
});

/** Their row stands in the tenant that is joined. */
const elsewhere: readonly OperationName[] = ['auth:acceptInvite'];

/** Rows of changes, without those of reading event content, which are once an hour. */
async function activityRows(tenantId: string): Promise<number> {
  const rows = await server.db.database.gate
    .select({ rows: countRows() })
    .from(activity)
    .where(and(eq(activity.tenantId, tenantId), ne(activity.entity, 'content')));
  return rows[0]?.rows ?? 0;
}

function allowed(role: Role, name: OperationName): boolean {
  const { permission } = metaOf(name);
  return permission === 'session' || permission === 'public' || may(role, permission);
}

function refersToThings(name: OperationName): boolean {
  const ids: Ids = {
    tenant: '#t',
    internal: '#ip',
    sample: '#ps',
    listener: '#l',
    label: '#b',
    datasink: '#d',
    pipeline: '#p',
    secret: '#s',
    token: '#a',
    lookup: '#k',
    replay: '#r',
    member: '#u',
    invite: '#i',
  };
  return /"#[tlbdpskruia]"/.test(JSON.stringify(validInputs(ids)[name]));
}
