import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { sessionOf } from '../../http/transact.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { watchSession } from './session-events.ts';
import type { AuthService, OpenedSession } from './auth.service.ts';
import { presentSession, type Sessions } from './sessions.ts';

export function authOperations(os: Implementer, auth: AuthService, sessions: Sessions) {
  const enter = async (context: RequestContext, opened: OpenedSession) => {
    if (context.session) await sessions.end(context.session.id);
    context.setSessionCookie(opened.id);
    return opened.session;
  };
  return {
    status: os.auth.status.handler(async () => ({ ownerExists: await auth.ownerExists() })),
    createOwner: os.auth.createOwner.handler(async ({ input, context }) => {
      const opened = await auth.createOwner(input, context.ip);
      const actor = { session: opened.active, ip: context.ip };
      await context.database.withTenant(opened.active.tenantId, (tx) =>
        recordActivity(tx, actor, { entity: 'tenant', operation: 'create' }, input.tenantName, context.clock.now()),
      );
      return enter(context, opened);
    }),
    login: os.auth.login.handler(async ({ input, context }) => enter(context, await auth.login(input.email, input.password, context.ip))),
    removeToken: os.auth.removeToken.handler(async ({ context }) => {
      await sessions.end(sessionOf(context).id);
      context.leave();
      return {};
    }),
    session: os.auth.session.handler(({ context }) => presentSession(sessionOf(context))),
    keepAlive: os.auth.keepAlive.handler(() => ({})),
    touch: os.auth.touch.handler(async ({ context }) => ({ expiresAt: await sessions.touch(sessionOf(context)) })),
    updatePreferences: os.auth.updatePreferences.handler(({ input, context }) => auth.updatePreferences(sessionOf(context), input)),
    onIdentityProviderTokenChange: os.auth.onIdentityProviderTokenChange.handler(({ context, signal }) =>
      watchSession(context, sessions, signal),
    ),
  };
}
