import { contract, type OperationMeta } from '@acequia/contract';
import { may } from '@acequia/domain';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedCatalogue, type Catalogue } from '../catalogue/catalogue.ts';
import { testCatalogue } from '../test-catalogue.ts';
import { createTestApp, operationNames, type Browser, type TestApp } from '../test-app.ts';
import { furnish, validInputs, type Ids } from './test-inputs.ts';

/** Toys, which the inputs name, and everything that is shipped. */
const catalogue: Catalogue = {
  listener: (id) => testCatalogue.listener(id) ?? shippedCatalogue.listener(id),
  action: (id) => testCatalogue.action(id) ?? shippedCatalogue.action(id),
  datasink: (id) => testCatalogue.datasink(id) ?? shippedCatalogue.datasink(id),
};

let server: TestApp;
let owner: Browser;
let ids: Ids;
/** Holds every row of what tenants own, as a transaction that changes it would. */
let editor: Client;
beforeAll(async () => {
  server = await createTestApp({ catalogue });
  owner = await server.user('owner');
  ids = await furnish(server, owner, 24_000);
  editor = new Client(server.db.owner);
  await editor.connect();
  const { rows } = await editor.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' and table_name <> all($1)`,
    [written],
  );
  await editor.query('begin');
  for (const { name } of rows) await editor.query(`select 1 from "${name}" for no key update`);
  expect(rows.length).toBeGreaterThan(40);
});
afterAll(async () => {
  await editor.end();
  await server.stop();
});

/** The sign of life of who looks is written there, whatever the operation. */
const written = ['sessions', 'memberships'];
/** They only look, and leave no row in the log, as the first reading of event content in an hour does. A preview is begun and ended as a read, but is a row of its own. */
const looks = operationNames.filter((name) => {
  const [noun = '', verb = ''] = name.split(':');
  const { '~orpc': made } = (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!;
  const { activity, changes, content, stream, permission } = made.meta;
  return (
    !/:(create|delete)$/.test(name) &&
    changes.length === 0 &&
    !activity &&
    content !== 'refused' &&
    stream !== true &&
    permission !== 'public' &&
    permission !== 'session' &&
    permission.endsWith(':read') &&
    may('owner', permission)
  );
});

test('most operations only look', () => {
  expect(looks.length).toBeGreaterThan(50);
  expect(looks).toEqual(expect.arrayContaining(['lookups:find', 'lookups:getRows', 'replays:find', 'pipelines:getVersion']));
});

test.each(looks)('%s does not wait for who changes the same things, whose transaction takes its time', async (name) => {
  const refusal = await owner.call(name, validInputs(ids)[name] as never).then(
    () => 'none',
    (error: unknown) => (error as { readonly code?: string }).code,
  );
  // Where one waits, the database's limit for a statement ends it.
  expect(refusal).not.toBe('WEB-00000');
});
