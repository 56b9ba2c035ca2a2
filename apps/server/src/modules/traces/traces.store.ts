import { asc, eq } from 'drizzle-orm';
import type { DeployedListener } from '@acequia/pipeline';
import type { TenantTx } from '../../db/database.ts';
import { labels, listeners } from '../../db/schema/index.ts';

/** A listener as it is stored, with its labels, as workers take it; and its cluster. */
export async function findTracedListener(
  tx: TenantTx,
  id: string,
): Promise<{ readonly listener: DeployedListener; readonly clusterId: string } | undefined> {
  const [row] = await tx.select().from(listeners).where(eq(listeners.id, id));
  if (!row) return undefined;
  const own = await tx.select().from(labels).where(eq(labels.listenerId, id)).orderBy(asc(labels.createdAt), asc(labels.id));
  const { tenantId, name, component, version, config, revision, clusterId } = row;
  const conditions = own.map((label) => ({ id: label.id, name: label.name, condition: label.condition }));
  return { listener: { id, tenantId, name, component, version, config, revision, labels: conditions }, clusterId };
}
