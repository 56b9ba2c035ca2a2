import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { LookupsService } from './lookups.service.ts';

export const lookupsOperations = (os: Implementer, lookups: LookupsService) => ({
  list: os.lookups.list.handler(inTenant((scope) => lookups.list(scope))),
  create: os.lookups.create.handler(inTenant((scope, input) => lookups.create(scope, input))),
  update: os.lookups.update.handler(inTenant((scope, input) => lookups.update(scope, input))),
  remove: os.lookups.remove.handler(inTenant((scope, { id, confirmUsed }) => lookups.remove(scope, id, confirmUsed))),
  listVersions: os.lookups.listVersions.handler(inTenant((scope, { id }) => lookups.listVersions(scope, id))),
  createVersion: os.lookups.createVersion.handler(inTenant((scope, { id }) => lookups.createVersion(scope, id))),
  putPart: os.lookups.putPart.handler(inTenant((scope, input) => lookups.putPart(scope, input))),
  finishVersion: os.lookups.finishVersion.handler(inTenant((scope, input) => lookups.finishVersion(scope, input))),
  activateVersion: os.lookups.activateVersion.handler(inTenant((scope, input) => lookups.activateVersion(scope, input))),
  deleteVersion: os.lookups.deleteVersion.handler(inTenant((scope, input) => lookups.deleteVersion(scope, input))),
});
