import { PgBoss } from 'pg-boss';
import type { Log } from '@acequia/base';

/** Where the job library keeps its tables. */
export const jobSchema = 'jobs';

/** A result of a statement, or of each of several. */
export type Execute = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

const off = { schedule: false, registerInstance: false, reindex: false, monitorVacuum: false, openTelemetry: { enabled: false } } as const;

/** Makes the tables of the job library, or brings them to its version. Runs as their owner. */
export async function installJobStore(execute: Execute): Promise<void> {
  const boss = new PgBoss({ ...off, db: { executeSql: execute }, schema: jobSchema, supervise: false });
  await boss.start();
  await boss.stop({ close: false, graceful: false });
}

/** What the role that works with the jobs may do. */
export const jobStoreGrants = (role: string): string => `
  grant usage on schema ${jobSchema} to ${role};
  grant select, insert, update, delete on all tables in schema ${jobSchema} to ${role};
  grant execute on all functions in schema ${jobSchema} to ${role};`;

/** After so long without a sign of life from its server, a job is given to another one. */
export const heartbeatSeconds = 60;
/** How often servers look for jobs whose server is gone. */
const monitorSeconds = 15;
const removeSeconds = 300;

/** The job library on tables that are there. What goes wrong in its own upkeep is logged once for each kind in a row. */
export async function openJobStore(execute: Execute, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...off,
    db: { executeSql: execute },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    supervise: true,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: removeSeconds,
  });
  let last = '';
  boss.on('error', (error) => {
    const { code = '' } = error as { readonly code?: string };
    if (code !== last) log.warn({ error }, 'the upkeep of the jobs failed; it is tried again');
    last = code;
  });
  await boss.start();
  return boss;
}
