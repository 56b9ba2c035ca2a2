import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { rethrowInTenant } from './constraint.ts';
import { asUser, type OwnerConnection } from './connection.ts';
import { DatabaseHealth, withinBudget } from './database-health.ts';
import { GuardedPool, holdConnection } from './guarded-pool.ts';
import type { Execute } from './job-store.ts';
import type { Patience } from './prompt-client.ts';
import { rolePassword, type RoleNames } from './roles.ts';

declare const inTenant: unique symbol;
type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** A transaction of the app role inside one tenant: sees and changes only that tenant's rows. Made by `withTenant` alone. */
export type TenantTx = Tx & { readonly [inTenant]: true };
/** The gate role: what is read before a tenant is known. In or out of a transaction. */
export type GateDb = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>;

/** What is to be committed together with a change of the gate role. */
export type Along = (tx: GateDb) => Promise<void>;

export interface Database {
  /**
   * Runs inside one tenant; everything commits together or not at all. Throws `TenantGone` where that was removed meanwhile, and fails with
   * ACQ-BUSY (`databaseOutage`), having done nothing, while its removal takes long. When it fails as another outage, the connection may
   * have been lost before the answer to the commit, and either is possible. Until it ends, nothing it does may use `gate` or another
   * `withTenant`: that throws, because callers that hold one connection and wait for another can wait for each other for good.
   */
  withTenant<T>(tenantId: string, run: (tx: TenantTx) => Promise<T>): Promise<T>;
  readonly gate: GateDb;
  /** Statements of the job library, as the gate role. */
  readonly executeJobs: Execute;
  /** Connection settings of the gate role, for the one LISTEN connection. */
  readonly gateConnection: OwnerConnection & Patience;
  /**
   * Runs a request: all its uses of the database, waiting for connections included, take at most twice the statement timeout together,
   * then fail as an outage. `lift` says that it is answered: what it began may go on without a limit.
   */
  answerInTime<T>(run: (lift: () => void) => T): T;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Waits until no `withTenant` of the tenant is under way, and keeps others waiting until the transaction ends. For who removes it: they
 * would wait for its row with rows of it in their hands. Fails with ACQ-BUSY (`databaseOutage`) when they are under way for long.
 */
export async function keepOthersOut(tx: GateDb, tenantId: string): Promise<void> {
  await tx.execute(sql`select ${presence('pg_advisory_xact_lock', tenantId, removalTimeoutMs)}`);
}

/** Columns that take the advisory lock which everyone inside a tenant shares, and fail when it is not free in time. */
const presence = (lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared', tenantId: string, timeoutMs: number) => sql`
  set_config('lock_timeout', ${String(timeoutMs)}, true),
  ${sql.raw(lock)}(hashtext('tenant'), hashtext(${tenantId})),
  set_config('lock_timeout', '0', true)`;

/** Longest wait of a removal, less than a statement may take. */
const removalTimeoutMs = 4500;

/** Longest wait of who enters a tenant that is being removed: meanwhile it holds one of the connections of all tenants. */
const entryTimeoutMs = 1000;

/** A transaction on a connection of its own, which goes back to the pool also when the transaction could not begin. */
async function transact<T>(
  pool: GuardedPool,
  run: (tx: Tx) => Promise<T>,
  config?: Parameters<NodePgDatabase['transaction']>[1],
): Promise<T> {
  const client = await pool.connect();
  try {
    return await drizzle(client).transaction((tx) => holdConnection(() => run(tx)), config);
  } finally {
    client.release();
  }
}

/** Longest a statement may take (quality.md: 5 s), as the database counts it. */
const defaultStatementTimeoutMs = 5000;

/** Longest wait for a free connection: with thousands of calls at once the last ones wait for seconds. */
const connectionTimeoutMs = 30_000;

/** A connection is kept beyond the pause of the jobs: opening one costs both sides milliseconds of a core for the password. */
const idleConnectionMs = 60_000;

/**
 * A statement that takes longer than `statementTimeoutMs` fails with the error of the database. A database that is silent for twice that
 * time hangs: its connections are given up, and what waited for it fails as an outage.
 */
export function openDatabase(
  owner: OwnerConnection,
  names: RoleNames,
  kek: Uint8Array,
  statementTimeoutMs = defaultStatementTimeoutMs,
): Database {
  const health = new DatabaseHealth();
  const connection = (role: string): OwnerConnection & Patience => ({
    ...asUser(owner, role, rolePassword(kek, role)),
    reachTimeoutMs: statementTimeoutMs,
    answerTimeoutMs: 2 * statementTimeoutMs,
  });
  const pool = (role: string, max: number) =>
    new GuardedPool({
      ...connection(role),
      health,
      max,
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
      application_name: 'acequia',
      idleTimeoutMillis: idleConnectionMs,
    });
  const appPool = pool(names.app, 12);
  const gatePool = pool(names.gate, 8);
  const gate = drizzle(gatePool);
  gate.transaction = (run, config) => transact(gatePool, run, config);
  return {
    withTenant: (tenantId, run) =>
      transact(appPool, async (tx) => {
        const lock = presence('pg_advisory_xact_lock_shared', tenantId, entryTimeoutMs);
        await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true), ${lock}`);
        return run(tx as TenantTx);
      }).catch((error: unknown) => rethrowInTenant(error, tenantId)),
    gate,
    executeJobs: (text, values) => gatePool.query(text, values),
    gateConnection: connection(names.gate),
    answerInTime: (run) => withinBudget(2 * statementTimeoutMs, run),
    ping: async () => void (await gatePool.query('select 1')),
    close: async () => {
      await Promise.all([appPool.end(), gatePool.end()]);
    },
  };
}
