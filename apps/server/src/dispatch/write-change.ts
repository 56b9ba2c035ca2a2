import type { TenantTx } from '../db/database.ts';
import { dispatch } from '../db/schema/index.ts';

/** Kinds of things whose changes other processes hear of. */
export type ChangedEntity =
  | 'listener'
  | 'label'
  | 'datasink'
  | 'pipeline'
  | 'version'
  | 'cluster'
  | 'secret'
  | 'token'
  | 'lookup'
  | 'replay'
  | 'preview-sample'
  | 'pipeline-test'
  | 'shadow-run'
  | 'health'
  | 'alert'
  | 'tenant'
  | 'user'
  | 'session'
  /** A `WorkerOrder`, for servers alone. */
  | 'order';

/** Tells, with the transaction's commit, that something changed. */
export async function writeChange(
  scope: { readonly tx: TenantTx; readonly tenantId: string; readonly now: number },
  entity: ChangedEntity,
  ...ids: readonly string[]
): Promise<void> {
  if (ids.length === 0) return;
  await scope.tx.insert(dispatch).values(ids.map((objectId) => ({ tenantId: scope.tenantId, entity, objectId, at: scope.now })));
}
