import { createHmac } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The two roles of the server beside the owner: `app` works inside one tenant, `gate` reads what is needed before a tenant is known. */
export interface RoleNames {
  readonly app: string;
  readonly gate: string;
}

export const roleNames = (prefix: string): RoleNames => ({ app: `${prefix}_app`, gate: `${prefix}_gate` });

/** Password of a role, derived from the deployment's key, so that all servers of a deployment agree without storing it. */
export const rolePassword = (kek: Uint8Array, role: string): string =>
  createHmac('sha256', kek).update(`database role ${role}`).digest('hex');

/** Makes the roles when missing and sets their passwords. Neither may bypass row-level security nor own anything. */
export async function ensureRoles(owner: ClientBase, names: RoleNames, kek: Uint8Array): Promise<void> {
  for (const role of [names.app, names.gate]) {
    const name = owner.escapeIdentifier(role);
    const known = await owner.query('select from pg_roles where rolname = $1', [role]);
    const verb = known.rowCount === 0 ? 'create' : 'alter';
    const attributes = verb === 'create' ? 'login nosuperuser nocreatedb nocreaterole noinherit nobypassrls noreplication' : 'login';
    await owner.query(`${verb} role ${name} ${attributes} password ${owner.escapeLiteral(rolePassword(kek, role))}`);
  }
}
