import { sql } from 'drizzle-orm';
import type { LabelCounts } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';

/** What a listener's labels took from a minute on, over all its workers. */
export async function readLabelCounts(tx: TenantTx, listenerId: string, from: number): Promise<LabelCounts> {
  const { rows } = await tx.execute<{ node: string; counter: string; total: string }>(sql`
    select l.node, c.key as counter, sum(c.value::numeric) as total
    from ledger_minutes l cross join lateral jsonb_each_text(l.counts) c
    where l.scope = 'listener' and l.object_id = ${listenerId} and l.at >= ${from} and c.key in ('decoded', 'unlabelled', 'matched', 'failed')
    group by 1, 2`);
  const own = (wanted: string) =>
    Object.fromEntries(rows.flatMap(({ node, counter, total }) => (node !== '' && counter === wanted ? [[node, Number(total)]] : [])));
  const whole = (wanted: string) => Number(rows.find(({ node, counter }) => node === '' && counter === wanted)?.total ?? 0);
  return { decoded: whole('decoded'), matched: own('matched'), unlabelled: whole('unlabelled'), failed: own('failed') };
}
