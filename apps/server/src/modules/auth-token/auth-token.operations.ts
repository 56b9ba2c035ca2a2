import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { assertRecentLogin } from '../auth/recent-login.service.ts';
import type { AuthTokenService } from './auth-token.service.ts';
import type { KeyAdmission } from './key-admission.ts';

export const authTokenOperations = (os: Implementer, tokens: AuthTokenService, admission: KeyAdmission) => ({
  getAll: os.authToken.getAll.handler(inTenant((scope) => tokens.getAll(scope))),
  find: os.authToken.find.handler(inTenant((scope, { id }) => tokens.find(scope, id))),
  create: os.authToken.create.handler((call) =>
    inTenant(async (scope, input: typeof call.input) => {
      const session = sessionOf(call.context);
      // A key outlasts the session: whoever finds an open browser must not leave with one.
      assertRecentLogin(session, scope.now);
      return tokens.create(scope, input, session.role);
    })(call),
  ),
  deleteById: os.authToken.deleteById.handler((call) =>
    inTenant((scope, { id }: typeof call.input) => tokens.deleteById(scope, id, sessionOf(call.context).role))(call),
  ),
  exchange: os.authToken.exchange.handler(({ context, input }) => admission.exchange(sessionOf(context), input.lifetimeSeconds)),
});
