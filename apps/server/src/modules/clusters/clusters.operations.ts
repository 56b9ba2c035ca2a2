import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { listClusters, type PathView } from './clusters.service.ts';
import type { ActiveSession } from '../auth/sessions.ts';

export const clustersOperations = (os: Implementer) => ({
  list: os.clusters.list.handler((call) => inTenant((scope) => listClusters(scope, pathViewOf(sessionOf(call.context))))(call)),
});

const pathViewOf = ({ role, tenant }: Pick<ActiveSession, 'role' | 'tenant'>): PathView =>
  role === 'viewer' ? 'none' : tenant.operator ? 'all' : 'own';
