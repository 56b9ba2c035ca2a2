import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import { configViewOf } from '../../http/path-view.ts';
import { inThatState } from '../health/object-statuses.service.ts';
import type { ListenersService } from './listeners.service.ts';

export const listenersOperations = (os: Implementer, listeners: ListenersService) => ({
  list: os.listeners.list.handler(
    inTenant(async (scope, { state }, session) => inThatState(await listeners.list(scope, configViewOf(session)), state)),
  ),
  find: os.listeners.find.handler(inTenant((scope, { id }, session) => listeners.find(scope, id, configViewOf(session)))),
  listVersions: os.listeners.listVersions.handler(
    inTenant((scope, { id }, session) => listeners.listVersions(scope, id, configViewOf(session))),
  ),
  create: os.listeners.create.handler(inTenant((scope, input) => listeners.create(scope, input))),
  update: os.listeners.update.handler(inTenant((scope, input) => listeners.update(scope, input))),
  retry: os.listeners.retry.handler(inTenant((scope, { id }) => listeners.retry(scope, id))),
  remove: os.listeners.remove.handler(inTenant((scope, { id, confirmUsed }) => listeners.remove(scope, id, confirmUsed))),
});
