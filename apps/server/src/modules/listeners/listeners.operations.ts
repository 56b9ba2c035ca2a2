import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { ListenersService } from './listeners.service.ts';

export const listenersOperations = (os: Implementer, listeners: ListenersService) => ({
  list: os.listeners.list.handler(inTenant((scope) => listeners.list(scope))),
  find: os.listeners.find.handler(inTenant((scope, { id }) => listeners.find(scope, id))),
  listVersions: os.listeners.listVersions.handler(inTenant((scope, { id }) => listeners.listVersions(scope, id))),
  create: os.listeners.create.handler(inTenant((scope, input) => listeners.create(scope, input))),
  update: os.listeners.update.handler(inTenant((scope, input) => listeners.update(scope, input))),
  retry: os.listeners.retry.handler(inTenant((scope, { id }) => listeners.retry(scope, id))),
  remove: os.listeners.remove.handler(inTenant((scope, { id, confirmUsed }) => listeners.remove(scope, id, confirmUsed))),
});
