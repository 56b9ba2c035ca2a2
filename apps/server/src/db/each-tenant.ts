import { TenantGone } from './constraint.ts';
import { databaseOutage, mayBeOfRows } from './unavailable.ts';

/** Tenants worked at together: one that waits for a lock holds up no other. */
const atOnce = 4;

/**
 * Does something for each tenant, a few at once. One that fails keeps no other from its turn: returns the errors by tenant, a damaged
 * page below its rows among them. A tenant that is removed meanwhile has none. An outage of the whole database is no tenant's own: nothing more begins, and when what has begun has
 * ended, the outage is thrown.
 */
export async function eachTenant(tenants: Iterable<string>, work: (tenantId: string) => Promise<void>): Promise<Map<string, unknown>> {
  const errors = new Map<string, unknown>();
  const outages: unknown[] = [];
  const left = [...tenants].values();
  const lane = async (): Promise<void> => {
    for (const tenantId of left) {
      if (outages.length > 0) return;
      try {
        await work(tenantId);
      } catch (error) {
        if (error instanceof TenantGone) continue;
        if (databaseOutage(error) === undefined || mayBeOfRows(error)) errors.set(tenantId, error);
        else outages.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (outages.length > 0) throw outages[0];
  return errors;
}
