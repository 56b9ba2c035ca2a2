import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { assertRecentLogin } from '../auth/recent-login.service.ts';
import type { Installation } from './installation.service.ts';

export const installationOperations = (os: Implementer, installation: Installation) => ({
  getEgress: os.installation.getEgress.handler(() => installation.getEgress()),
  updateEgress: os.installation.updateEgress.handler((call) =>
    inTenant((scope, input: typeof call.input) => {
      scope.subject('egress');
      assertRecentLogin(sessionOf(call.context), scope.now);
      return installation.updateEgress(input);
    })(call),
  ),
});
