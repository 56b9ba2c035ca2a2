import type { Implementer } from '../../http/implementer.ts';
import { ofSystem } from '../../http/transact.ts';
import { assertRecentLogin } from '../auth/recent-login.service.ts';
import type { Installation } from './installation.service.ts';

export const installationOperations = (os: Implementer, installation: Installation) => ({
  getEgress: os.installation.getEgress.handler(() => installation.getEgress()),
  updateEgress: os.installation.updateEgress.handler((call) =>
    ofSystem(async (session, input: typeof call.input, along) => {
      assertRecentLogin(session, call.context.clock.now());
      return installation.updateEgress(input, along);
    }, 'egress')(call),
  ),
});
