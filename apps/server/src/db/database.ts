import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { asUser, type OwnerConnection } from './connection.ts';
import { rolePassword, type RoleNames } from './roles.ts';

declare const inTenant: unique symbol;
type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** A transaction of the app role inside one tenant: sees and changes only that tenant's rows. Made by `withTenant` alone. */
export type TenantTx = Tx & { readonly [inTenant]: true };
/** The gate role: what is read before a tenant is known. In or out of a transaction. */
export type GateDb = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>;

export interface Database {
  /** Runs inside one tenant; everything commits together or not at all. */
  withTenant<T>(tenantId: string, run: (tx: TenantTx) => Promise<T>): Promise<T>;
  readonly gate: GateDb;
  /** Connection settings of the gate role, for the one LISTEN connection. */
  readonly gateConnection: OwnerConnection;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Longest a statement may take (quality.md: 5 s). */
const statementTimeoutMs = 5000;

/** A connection is kept beyond the pause of the jobs: opening one costs both sides milliseconds of a core for the password. */
const idleConnectionMs = 60_000;

export function openDatabase(owner: OwnerConnection, names: RoleNames, kek: Uint8Array): Database {
  const connection = (role: string) => asUser(owner, role, rolePassword(kek, role));
  const pool = (role: string, max: number) =>
    new Pool({
      ...connection(role),
      max,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
      application_name: 'acequia',
      idleTimeoutMillis: idleConnectionMs,
    });
  const appPool = pool(names.app, 12);
  const gatePool = pool(names.gate, 8);
  for (const each of [appPool, gatePool]) each.on('error', () => undefined);
  const app = drizzle(appPool);
  return {
    withTenant: (tenantId, run) =>
      app.transaction(async (tx) => {
        await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
        return run(tx as TenantTx);
      }),
    gate: drizzle(gatePool),
    gateConnection: connection(names.gate),
    ping: async () => void (await gatePool.query('select 1')),
    close: async () => {
      await Promise.all([appPool.end(), gatePool.end()]);
    },
  };
}
