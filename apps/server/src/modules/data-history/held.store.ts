import { and, eq, min, sum } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { healthParts, workers } from '../../db/schema/index.ts';

export interface HeldSum {
  readonly listenerId: string;
  readonly keptBytes: number;
  readonly undeliveredBytes: number;
  readonly limitBytes: number;
  readonly oldestAt: number | null;
}

/** What workers report of listeners' journals, over all of them. */
export async function readHeld(tx: TenantTx): Promise<HeldSum[]> {
  const rows = await tx
    .select({
      listenerId: healthParts.objectId,
      keptBytes: sum(healthParts.keptBytes),
      undeliveredBytes: sum(healthParts.undeliveredBytes),
      limitBytes: sum(healthParts.limitBytes),
      oldestAt: min(healthParts.oldestAt),
    })
    .from(healthParts)
    .innerJoin(workers, eq(workers.id, healthParts.workerId))
    .where(and(eq(workers.revoked, false), eq(healthParts.kind, 'listener')))
    .groupBy(healthParts.objectId);
  return rows.map((row) => ({
    listenerId: row.listenerId,
    keptBytes: Number(row.keptBytes ?? 0),
    undeliveredBytes: Number(row.undeliveredBytes ?? 0),
    limitBytes: Number(row.limitBytes ?? 0),
    oldestAt: row.oldestAt,
  }));
}
