import { isAppError, type AppError } from '@acequia/base';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { ProbeLimit } from '../../http/probe-limit.ts';
import { inTenant, sessionOf, type Call } from '../../http/transact.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { assertRecentLogin } from '../auth/recent-login.service.ts';
import type { SsoService } from '../sso/sso.service.ts';
import type { AuthOpenIdService, Place } from './auth-openid.service.ts';

type Entered = OperationInput<'authOpenID:createConfig'>;

const placeOf = (context: RequestContext): Place => {
  const { role, tenant } = sessionOf(context);
  return { role, slug: tenant.slug, origin: context.origin };
};

export function authOpenIdOperations(os: Implementer, service: AuthOpenIdService, sso: SsoService, limit: ProbeLimit) {
  const refusalOf = async (context: RequestContext, input: Entered): Promise<AppError | undefined> => {
    try {
      const session = sessionOf(context);
      assertRecentLogin(session, context.clock.now());
      if (input.enabled) limit.take(context);
      await service.assertFit(session.tenantId, input);
      return undefined;
    } catch (error) {
      if (isAppError(error)) return error;
      throw error;
    }
  };
  /** The provider is asked before the transaction; its refusal is thrown inside, where it leaves its row in the activity log. */
  const saving =
    <I extends Entered>(save: (scope: TenantScope, input: I, place: Place) => Promise<OperationOutput<'authOpenID:getConfig'>>) =>
    async (call: Call<I>) => {
      const { context, input } = call;
      const refusal = await refusalOf(context, input);
      const saved = await inTenant((scope: TenantScope, entered: I) => {
        if (refusal) throw refusal;
        return save(scope, entered, placeOf(context));
      })(call);
      // Who came in through what is off now is out.
      await sso.endSessions(sessionOf(context).tenantId, input.enabled ? 'saml' : 'openid');
      return saved;
    };
  return {
    getConfig: os.authOpenID.getConfig.handler((call) =>
      inTenant((scope) => service.getConfig(scope, placeOf(call.context), sessionOf(call.context).tenant.sso === 'openid'))(call),
    ),
    createConfig: os.authOpenID.createConfig.handler(saving(service.createConfig)),
    updateConfig: os.authOpenID.updateConfig.handler(saving(service.updateConfig)),
  };
}
