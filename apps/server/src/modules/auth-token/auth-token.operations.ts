import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { AuthTokenService } from './auth-token.service.ts';
import type { KeyAdmission } from './key-admission.ts';

export const authTokenOperations = (os: Implementer, tokens: AuthTokenService, admission: KeyAdmission) => ({
  getAll: os.authToken.getAll.handler(inTenant((scope) => tokens.getAll(scope))),
  find: os.authToken.find.handler(inTenant((scope, { id }) => tokens.find(scope, id))),
  create: os.authToken.create.handler((call) =>
    inTenant((scope, input: typeof call.input) => tokens.create(scope, input, sessionOf(call.context).role))(call),
  ),
  deleteById: os.authToken.deleteById.handler((call) =>
    inTenant((scope, { id }: typeof call.input) => tokens.deleteById(scope, id, sessionOf(call.context).role))(call),
  ),
  exchange: os.authToken.exchange.handler(({ context, input }) => admission.exchange(sessionOf(context), input.lifetimeSeconds)),
});
