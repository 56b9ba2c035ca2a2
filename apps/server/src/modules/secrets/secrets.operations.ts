import type { Implementer } from '../../http/implementer.ts';
import { inTenant } from '../../http/transact.ts';
import type { SecretsService } from './secrets.service.ts';

export const secretsOperations = (os: Implementer, secrets: SecretsService) => ({
  list: os.secrets.list.handler(inTenant((scope) => secrets.list(scope))),
  create: os.secrets.create.handler(inTenant((scope, input) => secrets.create(scope, input))),
  update: os.secrets.update.handler(inTenant((scope, input) => secrets.update(scope, input))),
  deleteSecret: os.secrets.deleteSecret.handler(inTenant((scope, { id }) => secrets.deleteSecret(scope, id))),
  getUsages: os.secrets.getUsages.handler(inTenant((scope, { id }) => secrets.getUsages(scope, id))),
});
