import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../tenant-scope.ts';

export interface TenantBudget {
  readonly amount: number;
  /** At most this much in `windowMs`. */
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Takes an amount from a budget of the tenant, in the tenant's transaction: what is rolled back is not spent. The budget is full again
 * when its window is over. False, and nothing taken, when it does not suffice.
 */
export async function spendTenantBudget(
  { tx, tenantId, now }: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>,
  name: string,
  { amount, max, windowMs }: TenantBudget,
): Promise<boolean> {
  if (amount > max) return false;
  const stale = sql`b.since <= ${now - windowMs}::bigint`;
  const { rowCount } = await tx.execute(sql`
    insert into tenant_budgets as b (tenant_id, name, spent, since) values (${tenantId}, ${name}, ${amount}, ${now})
    on conflict (tenant_id, name) do update set
      spent = case when ${stale} then ${amount}::int else b.spent + ${amount}::int end,
      since = case when ${stale} then ${now}::bigint else b.since end
    where ${stale} or b.spent + ${amount}::int <= ${max}::int`);
  return (rowCount ?? 0) > 0;
}
