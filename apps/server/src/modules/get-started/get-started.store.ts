import { sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';

/** Until the end of the transaction nobody else sets up in the tenant: two who ask at once make one set-up. */
export const lockSetUp = (tx: TenantTx, tenantId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('get-started'), hashtext(${tenantId}))`);

/** Runs in a savepoint: when it fails, the transaction is as it was before. */
export const attempt = <T>(tx: TenantTx, run: (tx: TenantTx) => Promise<T>): Promise<T> =>
  tx.transaction((inside) => run(inside as TenantTx));
