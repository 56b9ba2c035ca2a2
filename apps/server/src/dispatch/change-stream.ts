import { withEventMeta } from '@orpc/server';
import type { Database } from '../db/database.ts';
import { createMailbox } from '../fleet/mailbox.ts';
import { readTenantChangesAfter } from './dispatch.store.ts';
import type { ChangeRelay } from './relay.ts';
import type { ChangedEntity } from './write-change.ts';

export interface Change {
  readonly entity: ChangedEntity;
  readonly id: string;
}

/** More changes than this at once: the browser fetches everything anyway, and the oldest are dropped. */
const waitingMax = 1000;

/** Changes a tenant may hear of, from now on; after a break from the id of the last one it had. The event id is the change's number. */
export async function* watchChanges(
  database: Database,
  relay: ChangeRelay,
  tenantId: string,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Change> {
  const mailbox = createMailbox<{ readonly seq: number; readonly change: Change }>(waitingMax);
  const cancel = relay.subscribe((message) => {
    if (message.tenantId === tenantId || message.tenantId === null)
      mailbox.post({ seq: message.seq, change: { entity: message.entity, id: message.id } });
  });
  let last = 0;
  try {
    for (const missed of await readMissed(database, tenantId, lastEventId)) {
      last = missed.seq;
      yield withEventMeta({ ...missed.change }, { id: String(missed.seq) });
    }
    for await (const { seq, change } of mailbox.read(signal)) {
      if (seq <= last) continue;
      yield withEventMeta({ ...change }, { id: String(seq) });
    }
  } finally {
    cancel();
  }
}

async function readMissed(
  database: Database,
  tenantId: string,
  lastEventId: string | undefined,
): Promise<{ readonly seq: number; readonly change: Change }[]> {
  if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return [];
  const rows = await readTenantChangesAfter(database.gate, tenantId, Number(lastEventId), waitingMax);
  return rows.map((row) => ({ seq: row.seq ?? 0, change: { entity: row.entity as ChangedEntity, id: row.objectId } }));
}
