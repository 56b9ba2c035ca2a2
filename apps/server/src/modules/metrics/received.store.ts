import { hourMs, secondMs } from '@acequia/base';
import { sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { ledger } from './metrics.store.ts';

export interface Received {
  /** Start of the newest minute, or of the hour or day if it is long ago, with something in it. */
  readonly newestAt: number;
  /** Mean of the last hour. */
  readonly bytesPerSecond: number;
}

/** Of each listener that ever received something. */
export async function readReceived(tx: TenantTx, now: number): Promise<ReadonlyMap<string, Received>> {
  const { rows } = await tx.execute<{ object_id: string; newest: string; bytes: string | null }>(sql`
    select l.object_id, max(l.at) as newest,
      sum((l.counts->>'receivedBytes')::numeric) filter (where l.at >= ${now - hourMs}) as bytes
    from ${ledger} l
    where l.scope = 'listener' and l.node = '' and (l.counts->>'received')::numeric > 0
    group by 1`);
  return new Map(
    rows.map(({ object_id, newest, bytes }) => [
      object_id,
      { newestAt: Number(newest), bytesPerSecond: Number(bytes ?? 0) / (hourMs / secondMs) },
    ]),
  );
}
