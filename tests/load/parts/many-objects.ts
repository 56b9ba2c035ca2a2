import { randomUUID } from 'node:crypto';
import type { Api } from '../../e2e/harness/api.ts';
import { createDatasink } from '../../e2e/harness/content.ts';
import { inEmbeddedDatabase } from '../../e2e/harness/embedded-database.ts';

export const neighbourEmail = (number: number): string => `neighbour-${number}@example.com`;

/** Gives the owner's tenant `count` data sinks, named `Sink 1` and on. */
export async function insertDatasinks(api: Api, dataDirectory: string, count: number): Promise<void> {
  const { id } = await createDatasink(api, 'Lake', 'null', {});
  await inEmbeddedDatabase(dataDirectory, (client) =>
    client.query(
      `insert into datasinks
       select tenant_id, 'DS_many' || n, 'Sink ' || n, '', '{many}', component, version, config, 1, created_at, updated_at, created_by, updated_by, preset
       from datasinks, generate_series(1, $1::int) n where id = $2`,
      [count, id],
    ),
  );
}

/** Adds tenants whose owners have the first owner's password, each with so many data sinks. */
export const insertTenants = (dataDirectory: string, tenants: number, sinksEach: number): Promise<void> =>
  inEmbeddedDatabase(dataDirectory, async (client) => {
    for (let number = 1; number <= tenants; number += 1) {
      const [user, tenant] = [randomUUID(), randomUUID()];
      await client.query('insert into tenants (id, slug, name, created_at) values ($1, $2, $2, 0)', [tenant, `tenant-${number}`]);
      await client.query('insert into tenant_clusters (tenant_id, cluster_id) select $1, id from clusters limit 1', [tenant]);
      await client.query(
        `insert into users (id, email, name, surname, preferences, created_at)
         select $1, $2, 'Nora', 'Sanz', preferences, created_at from users limit 1`,
        [user, neighbourEmail(number)],
      );
      await client.query('insert into credentials (user_id, password_hash) select $1, password_hash from credentials limit 1', [user]);
      await client.query(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'owner')`, [tenant, user]);
      await client.query(
        `insert into datasinks
         select $1, 'DS_t' || $2 || '_' || n, 'Sink ' || n, '', '{many}', component, version, config, 1, created_at, updated_at, created_by, updated_by, preset
         from (select * from datasinks where name = 'Lake' limit 1) one, generate_series(1, $3::int) n`,
        [tenant, String(number), sinksEach],
      );
    }
    await client.query('analyze');
  });
