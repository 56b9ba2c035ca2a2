import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { listClusters } from './clusters.service.ts';
import { clustersViewOf } from '../../http/path-view.ts';

export const clustersOperations = (os: Implementer) => ({
  list: os.clusters.list.handler(inTenant((scope, _input, session) => listClusters(scope, clustersViewOf(session)))),
});
