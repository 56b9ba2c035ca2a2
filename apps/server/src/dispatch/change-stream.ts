import type { PresentEditor } from '@acequia/contract';
import { withEventMeta } from '@orpc/server';
import type { Database } from '../db/database.ts';
import { createMailbox } from '../fleet/mailbox.ts';
import { readTenantChangesAfter } from './dispatch.store.ts';
import type { ChangeRelay } from './relay.ts';
import type { ChangedEntity } from './write-change.ts';

export interface Change {
  readonly entity: Exclude<ChangedEntity, 'order'>;
  readonly id: string;
}

/** The editors of a pipeline, as one session may see them. */
export interface Editors {
  readonly entity: 'editors';
  /** Of the pipeline. */
  readonly id: string;
  readonly editors: PresentEditor[];
}

/** Whose editors the session sees. */
export interface WatchedEditors {
  /** Calls `changed` with each pipeline whose editors the session is to be told; returns the cancellation. */
  watch(changed: (pipelineId: string) => void): () => void;
  at(pipelineId: string): PresentEditor[];
}

/** More changes than this at once: the browser fetches everything anyway, and the oldest are dropped. */
const waitingMax = 1000;

/**
 * Changes a tenant may hear of, from now on; after a break from the id of the last one it had. The event id is the change's number.
 * Between them, who has an editor open beside the session: that has no id, and after a break it is told again.
 */
export async function* watchChanges(
  database: Database,
  relay: ChangeRelay,
  editors: WatchedEditors,
  tenantId: string,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Change | Editors> {
  const mailbox = createMailbox<{ readonly seq: number; readonly change: Change } | { readonly editorsAt: string }>(waitingMax);
  const unwatch = editors.watch((editorsAt) => mailbox.post({ editorsAt }));
  const cancel = relay.subscribe((message) => {
    const { seq, entity, id } = message;
    if (entity !== 'order' && (message.tenantId === tenantId || message.tenantId === null)) mailbox.post({ seq, change: { entity, id } });
  });
  let last = 0;
  try {
    for (const missed of await readMissed(database, tenantId, lastEventId)) {
      last = missed.seq;
      yield withEventMeta({ ...missed.change }, { id: String(missed.seq) });
    }
    for await (const told of mailbox.read(signal)) {
      if ('editorsAt' in told) yield { entity: 'editors', id: told.editorsAt, editors: editors.at(told.editorsAt) };
      else if (told.seq > last) yield withEventMeta({ ...told.change }, { id: String(told.seq) });
    }
  } finally {
    cancel();
    unwatch();
  }
}

async function readMissed(
  database: Database,
  tenantId: string,
  lastEventId: string | undefined,
): Promise<{ readonly seq: number; readonly change: Change }[]> {
  if (lastEventId === undefined || !/^\d{1,15}$/.test(lastEventId)) return [];
  const rows = await readTenantChangesAfter(database.gate, tenantId, Number(lastEventId), waitingMax);
  return rows.map((row) => ({ seq: row.seq ?? 0, change: { entity: row.entity as Change['entity'], id: row.objectId } }));
}
