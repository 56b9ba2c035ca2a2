import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { assertRecentLogin } from '../auth/recent-login.service.ts';
import type { SsoService } from '../sso/sso.service.ts';
import type { AuthSamlService, SaveFacts } from './auth-saml.service.ts';

const factsOf = (context: RequestContext): SaveFacts => {
  const { role, tenant } = sessionOf(context);
  return { role, slug: tenant.slug, origin: context.origin, enabled: tenant.sso === 'saml' };
};

export function authSamlOperations(os: Implementer, service: AuthSamlService, sso: SsoService) {
  /** Who came in through another provider is out, and who came in through this one when it is turned off. */
  const endOthers = (context: RequestContext, enabled: boolean) =>
    sso.endSessions(sessionOf(context).tenantId, enabled ? 'openid' : 'saml');
  return {
    getConfig: os.authSaml.getConfig.handler((call) => inTenant((scope) => service.getConfig(scope, factsOf(call.context)))(call)),
    createConfig: os.authSaml.createConfig.handler(async (call) => {
      const { context, input } = call;
      const saved = await inTenant((scope) => {
        assertRecentLogin(sessionOf(context), scope.now);
        return service.createConfig(scope, input, factsOf(context));
      })(call);
      if (input.enabled) await endOthers(context, true);
      return saved;
    }),
    updateConfig: os.authSaml.updateConfig.handler(async (call) => {
      const { context, input } = call;
      const saved = await inTenant((scope) => {
        assertRecentLogin(sessionOf(context), scope.now);
        return service.updateConfig(scope, input, factsOf(context));
      })(call);
      await endOthers(context, input.enabled);
      return saved;
    }),
  };
}
