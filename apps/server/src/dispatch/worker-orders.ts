import type { TenantScope } from '../tenant-scope.ts';
import { writeChange } from './write-change.ts';

/** What workers are to do at once, whichever server they are connected to. Not kept: one that is away begins anew when it is back. */
export type WorkerOrder =
  | { readonly type: 'retry-node'; readonly workerId: string; readonly pipelineId: string; readonly node: string }
  | { readonly type: 'retry-listener'; readonly clusterId: string; readonly listenerId: string }
  /** All workers of the cluster get their deployment once more, and try what they could not have. */
  | { readonly type: 'deploy-again'; readonly clusterId: string };

/** Passed on with the transaction's commit. */
export const orderWorkers = (scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>, orders: readonly WorkerOrder[]): Promise<void> =>
  writeChange(scope, 'order', ...orders.map((order) => JSON.stringify(order)));

export const readOrder = (text: string): WorkerOrder => JSON.parse(text) as WorkerOrder;
