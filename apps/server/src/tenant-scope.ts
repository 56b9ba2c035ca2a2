import type { TenantTx } from './db/database.ts';

/** What a use case works in: one tenant, one user, one transaction, one moment. Stores take nothing else to find their rows. */
export interface TenantScope {
  readonly tenantId: string;
  readonly userId: string;
  readonly tx: TenantTx;
  /** ms since 1970, one for the whole use case. */
  readonly now: number;
  /**
   * Names the thing in the activity log; without it the name or id of the input stands there. `operation` takes the place of that of the
   * contract where only the use case knows what was done.
   */
  subject(name: string, operation?: string): void;
}
