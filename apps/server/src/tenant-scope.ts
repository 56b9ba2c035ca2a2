import type { TenantTx } from './db/database.ts';

/** What a use case works in: one tenant, one user, one transaction, one moment. Stores take nothing else to find their rows. */
export interface TenantScope {
  readonly tenantId: string;
  readonly userId: string;
  readonly tx: TenantTx;
  /** ms since 1970, one for the whole use case. */
  readonly now: number;
  /** Names the thing in the activity log; without it the name or id of the input stands there. */
  subject(name: string): void;
}
