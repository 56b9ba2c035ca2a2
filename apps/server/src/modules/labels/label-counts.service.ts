import type { TenantScope } from '../../tenant-scope.ts';
import { countLabels } from './labels.store.ts';

/** Own labels by listener id; listeners without any are absent. */
export const labelCounts = (scope: Pick<TenantScope, 'tx'>): Promise<ReadonlyMap<string, number>> => countLabels(scope.tx);
