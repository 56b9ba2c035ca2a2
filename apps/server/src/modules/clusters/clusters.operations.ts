import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { listClusters } from './clusters.service.ts';

export const clustersOperations = (os: Implementer) => ({ list: os.clusters.list.handler(inTenant((scope) => listClusters(scope))) });
