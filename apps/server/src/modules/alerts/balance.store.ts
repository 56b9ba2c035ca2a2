import { watchLimits } from '@acequia/domain';
import { sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { ledger } from '../metrics/metrics.service.ts';

export interface Imbalance {
  readonly sourceType: 'listener' | 'pipeline';
  readonly sourceId: string;
  /** Events by which the sums differ. */
  readonly count: number;
}

/**
 * What counted of late and does not add up: a listener whose records became more or less than it received, and a version with more
 * outcomes than events that entered or were created. Fewer are in flight.
 */
export async function readImbalances(tx: TenantTx, now: number): Promise<readonly Imbalance[]> {
  const since = now - watchLimits.balanceActiveMs;
  const { rows } = await tx.execute<{ source_type: Imbalance['sourceType']; id: string; count: string }>(sql`
    select source_type, id, sum(abs(left_over)) as count from (
      select case l.scope when 'listener' then 'listener' else 'pipeline' end as source_type, l.object_id as id, l.version_id,
        sum(case when c.key in ('received', 'entered', 'created') then c.value::numeric else -c.value::numeric end) as left_over
      from ${ledger} l cross join lateral jsonb_each_text(l.counts) c
      where l.scope in ('listener', 'pipeline', 'node') and (l.scope <> 'listener' or l.at >= ${since})
        and (l.object_id, l.version_id) in (select object_id, version_id from ledger_minutes where at >= ${since})
        and split_part(c.key, ':', 1) in ('received', 'decoded', 'empty', 'entered', 'created', 'delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired')
      group by 1, 2, 3
      having min(l.at) > ${now - watchLimits.balanceOldestMs}) sums
    where left_over < 0 or source_type = 'listener' and left_over > 0
    group by 1, 2`);
  return rows.map(({ source_type, id, count }) => ({ sourceType: source_type, sourceId: id, count: Number(count) }));
}
