import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { ofSystem, sessionOf } from '../../http/transact.ts';
import type { Joining } from './joining.service.ts';
import type { OwnSessions } from './own-sessions.service.ts';
import { ownSessionOperations } from './own-sessions.operations.ts';
import { providerProofPath } from './provider-proof.ts';
import type { Recovery } from './recovery.service.ts';
import { recordSessionStop } from './session-activity.ts';
import { watchSession } from './session-events.ts';
import type { AuthService, OpenedSession } from './auth.service.ts';
import { mfaOperations } from './mfa.operations.ts';
import type { MfaReset } from './mfa-reset.service.ts';
import type { Mfa } from './mfa.service.ts';
import { presentSession, type Sessions } from './sessions.ts';

export interface AuthParts {
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly ownSessions: OwnSessions;
  readonly recovery: Recovery;
  readonly joining: Joining;
  readonly mfa: Mfa;
  readonly mfaReset: MfaReset;
  /** Whether the deployment can send mail. */
  readonly mailOffered: boolean;
}

export function authOperations(os: Implementer, parts: AuthParts) {
  const { auth, sessions, recovery, joining, mailOffered } = parts;
  const enter = async (context: RequestContext, opened: OpenedSession) => {
    if (context.session) await sessions.end(context.session.id, { successor: opened.session });
    context.setSessionCookie(opened.cookie);
    return opened.session;
  };
  return {
    status: os.auth.status.handler(async ({ context }) => ({
      ownerExists: await auth.ownerExists(),
      mail: mailOffered,
      step: context.session?.step ?? null,
    })),
    createOwner: os.auth.createOwner.handler(async ({ input, context }) => enter(context, await auth.createOwner(input, context.ip))),
    login: os.auth.login.handler(async ({ input, context }) => {
      const opened = await auth.login(input.email, input.password, context);
      const session = await enter(context, opened);
      context.setDeviceCookie(opened.deviceCookie);
      return session;
    }),
    forgotPassword: os.auth.forgotPassword.handler(async ({ input, context }) => {
      await recovery.forgot(input.email, context.ip);
      return {};
    }),
    resetPassword: os.auth.resetPassword.handler(async ({ input, context }) => {
      await recovery.reset(input, context.ip);
      return {};
    }),
    findReset: os.auth.findReset.handler(async ({ input, context }) => {
      await recovery.find(input.token, context.ip);
      return {};
    }),
    findInvite: os.auth.findInvite.handler(({ input, context }) => joining.find(input.token, context.ip)),
    acceptInvite: os.auth.acceptInvite.handler(async ({ input, context }) => {
      const opened = await joining.accept(sessionOf(context), input.token, context.ip);
      context.committed();
      return enter(context, opened);
    }),
    welcome: os.auth.welcome.handler(async ({ input, context }) => enter(context, await joining.welcome(input, context.ip))),
    changeTenant: os.auth.changeTenant.handler(async ({ input, context }) =>
      enter(context, await auth.changeTenant(sessionOf(context), input.tenantId, context.ip)),
    ),
    removeToken: os.auth.removeToken.handler(async ({ context }) => {
      const session = sessionOf(context);
      const actor = { session, ip: context.ip };
      await sessions.end(session.id, { reason: 'left', along: (tx) => recordSessionStop(tx, actor, context.clock.now()) });
      context.leave();
      return {};
    }),
    session: os.auth.session.handler(({ context }) => presentSession(sessionOf(context))),
    keepAlive: os.auth.keepAlive.handler(() => ({})),
    touch: os.auth.touch.handler(async ({ context }) => ({ expiresAt: await sessions.touch(sessionOf(context)) })),
    updatePreferences: os.auth.updatePreferences.handler(({ input, context }) => auth.updatePreferences(sessionOf(context), input)),
    updatePassword: os.auth.updatePassword.handler(async (call) => {
      const { context, input } = call;
      const change = ofSystem((session, _input, along) => auth.updatePassword(session, input, context, along));
      const cookie = await change(call);
      if (cookie !== undefined) context.setSessionCookie(cookie);
      return {};
    }),
    ...mfaOperations(os, parts, enter),
    ...ownSessionOperations(os, parts.ownSessions),
    reauthenticateWithProvider: os.auth.reauthenticateWithProvider.handler(({ input, context }) => ({
      path: providerProofPath(sessionOf(context), input),
    })),
    onIdentityProviderTokenChange: os.auth.onIdentityProviderTokenChange.handler(({ context, signal }) =>
      watchSession(context, sessions, signal),
    ),
  };
}
