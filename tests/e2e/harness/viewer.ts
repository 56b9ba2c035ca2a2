import { randomUUID } from 'node:crypto';
import { inEmbeddedDatabase } from './embedded-database.ts';

export const viewer = { email: 'vera@example.com' };
export const admin = { email: 'adam@example.com' };
export const neighbour = { email: 'nora@example.com' };

/** A second member of the owner's tenant who may only look. */
export const insertViewer = (dataDirectory: string): Promise<void> => insertMember(dataDirectory, viewer.email, 'Vera', 'viewer');

/** One who administers the owner's tenant. */
export const insertAdmin = (dataDirectory: string): Promise<void> => insertMember(dataDirectory, admin.email, 'Adam', 'admin');

/**
 * A member of the owner's tenant with the owner's password. Written into the embedded database: an invitation would ask for a
 * password of its own (people.test.ts walks that way).
 */
const insertMember = (dataDirectory: string, email: string, name: string, role: 'admin' | 'viewer'): Promise<void> =>
  inEmbeddedDatabase(dataDirectory, async (client) => {
    const id = randomUUID();
    await client.query(
      `insert into users (id, email, name, surname, preferences, created_at)
       select $1, $2, $3, 'Luz', preferences, created_at from users limit 1`,
      [id, email, name],
    );
    await client.query('insert into credentials (user_id, password_hash) select $1, password_hash from credentials limit 1', [id]);
    await client.query('insert into memberships (tenant_id, user_id, role) select tenant_id, $1, $2 from memberships limit 1', [id, role]);
  });

/** The owner of a second tenant on the same cluster, with the first owner's password. */
export const insertNeighbour = (dataDirectory: string): Promise<void> =>
  inEmbeddedDatabase(dataDirectory, async (client) => {
    const [id, tenant] = [randomUUID(), randomUUID()];
    await client.query(`insert into tenants (id, slug, name, created_at) values ($1, 'next-door', 'Next Door', 0)`, [tenant]);
    await client.query('insert into tenant_clusters (tenant_id, cluster_id) select $1, id from clusters limit 1', [tenant]);
    await client.query(
      `insert into users (id, email, name, surname, preferences, created_at)
       select $1, $2, 'Nora', 'Sanz', preferences, created_at from users limit 1`,
      [id, neighbour.email],
    );
    await client.query('insert into credentials (user_id, password_hash) select $1, password_hash from credentials limit 1', [id]);
    await client.query(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'owner')`, [tenant, id]);
  });

/** Makes people of the first tenant, where their logins begin, viewers of the second, which from now on requires a second factor. */
export const insertIntoStrictNeighbour = (dataDirectory: string, emails: readonly string[]): Promise<void> =>
  inEmbeddedDatabase(dataDirectory, async (client) => {
    await client.query(`update tenants set mfa_required = true where slug = 'next-door'`);
    await client.query(
      'update users set default_tenant_id = (select tenant_id from memberships where user_id = users.id) where email = any($1)',
      [emails],
    );
    await client.query(
      `insert into memberships (tenant_id, user_id, role)
       select tenants.id, users.id, 'viewer' from tenants, users where slug = 'next-door' and email = any($1)`,
      [emails],
    );
  });
