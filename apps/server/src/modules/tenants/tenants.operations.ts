import { AppError } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { inTenant, ofSystem, sessionOf, type Call } from '../../http/transact.ts';
import { assertRecentLogin, isEnrolled } from '../auth/recent-login.service.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import type { DemoService } from './demo.service.ts';
import { requireMfa, showContent } from './tenant-settings.service.ts';
import { findOwnTenant, listTenants, setDefaultTenant } from './tenants.service.ts';

const ownTenant = (context: RequestContext, id: string) => findOwnTenant(context.database.gate, sessionOf(context), id);

const switchMfa =
  (required: boolean) =>
  async <I extends { readonly id: string }>(call: Call<I>) => {
    const session = sessionOf(call.context);
    // Who requires a second factor of others has one, or would be locked out.
    const enrolled = !required || (await isEnrolled(call.context.database.gate, session.user.id));
    const run = inTenant(async (scope, { id }: I) => {
      await requireMfa(scope, id, required);
      assertRecentLogin(session, scope.now);
      if (!enrolled) throw new AppError('AUTH.MFA_NEEDED');
    });
    await run(call);
    return ownTenant(call.context, call.input.id);
  };

const updateSettings = async (call: Call<OperationInput<'tenants:updateTenantSettings'>>) => {
  const [setting] = call.input.settings;
  if (setting?.settingType !== 'CONTENT') return switchMfa(false)(call);
  await inTenant((scope, { id }: { readonly id: string }) => showContent(scope, id, setting.value.enabled))(call);
  return ownTenant(call.context, call.input.id);
};

const ownerOf = ({ tenantId, user }: ActiveSession, { context }: { readonly context: RequestContext }) => ({
  tenantId,
  userId: user.id,
  now: context.clock.now(),
});

export const tenantsOperations = (os: Implementer, demo: DemoService) => ({
  find: os.tenants.find.handler(({ context, input }) => ownTenant(context, input.id)),
  list: os.tenants.list.handler(({ context }) => listTenants(context.database.gate, sessionOf(context).user.id)),
  setDefault: os.tenants.setDefault.handler(async ({ context, input }) => {
    await setDefaultTenant(context.database.gate, sessionOf(context).user.id, input.id);
    return {};
  }),
  updateTenantSettings: os.tenants.updateTenantSettings.handler(updateSettings),
  activateTenantMfa: os.tenants.activateTenantMfa.handler(switchMfa(true)),
  createDemo: os.tenants.createDemo.handler((call) =>
    ofSystem((session, _, along) => demo.create(ownerOf(session, call), along), 'Demo')(call),
  ),
  removeDemo: os.tenants.removeDemo.handler((call) =>
    ofSystem((session, _, along) => demo.remove(ownerOf(session, call), along), 'Demo')(call),
  ),
});
