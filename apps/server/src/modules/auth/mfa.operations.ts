import { AppError, isAppError } from '@acequia/base';
import type { Session } from '@acequia/contract';
import type { Implementer } from '../../http/implementer.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { ofSystem, sessionOf } from '../../http/transact.ts';
import type { AuthParts } from './auth.operations.ts';
import type { OpenedSession } from './auth.service.ts';
import { recordRefusedLogin } from './session-activity.ts';
import { presentSession } from './sessions.ts';

/** Gives the browser an opened session in the place of the one it has. */
type Enter = (context: RequestContext, opened: OpenedSession) => Promise<Session>;

export function mfaOperations(os: Implementer, { auth, sessions, mfa, mfaReset }: AuthParts, enter: Enter) {
  /** The session goes on as a whole one, in the place of the one that missed a step. */
  const complete = async (context: RequestContext): Promise<Session> => {
    const session = sessionOf(context);
    return enter(context, await auth.open(session.user.id, session.tenantId, context.ip, session));
  };
  const renewCookie = async (context: RequestContext): Promise<void> => {
    const cookie = await sessions.renew(sessionOf(context).id);
    if (cookie !== undefined) context.setSessionCookie(cookie);
  };
  const { auth: op } = os;
  return {
    verifyMfa: op.verifyMfa.handler(async ({ input, context }) => {
      const session = sessionOf(context);
      if (session.step !== 'totp') throw new AppError('AUTH.REQUIRED');
      await mfa.prove(session, input, context.ip).catch(async (error: unknown) => {
        if (isAppError(error) && error.code === 'WEB-11009')
          await recordRefusedLogin(context.database, { session, ip: context.ip }, context.clock.now(), 'WEB-11009');
        throw error;
      });
      return complete(context);
    }),
    getMfa: op.getMfa.handler(({ context }) => mfa.status(sessionOf(context))),
    getTotpSecret: op.getTotpSecret.handler(({ context }) => mfa.secret(sessionOf(context))),
    activateTotpMfa: op.activateTotpMfa.handler(async (call) => {
      const { context, input } = call;
      const session = sessionOf(context);
      const activate = ofSystem((_session, _input, along) => mfa.activate(session, input.totpCode, context.ip, along));
      const recoveryCodes = await activate(call);
      if (session.step !== null) return { recoveryCodes, session: await complete(context) };
      await renewCookie(context);
      return { recoveryCodes, session: presentSession(session) };
    }),
    deactivateTotpMfa: op.deactivateTotpMfa.handler(async (call) => {
      const deactivate = ofSystem((session, input: typeof call.input, along) => mfa.deactivate(session, input, call.context.ip, along));
      await deactivate(call);
      await renewCookie(call.context);
      return {};
    }),
    renewRecoveryCodes: op.renewRecoveryCodes.handler(async (call) => {
      const renew = ofSystem((session, _input, along) => mfa.renewRecoveryCodes(session, call.input.totpCode, call.context.ip, along));
      return { recoveryCodes: await renew(call) };
    }),
    forgotMfa: op.forgotMfa.handler(async ({ input, context }) => {
      await mfaReset.forgot(input.email, context.ip);
      return {};
    }),
    resetMfa: op.resetMfa.handler(async ({ input, context }) => {
      await mfaReset.reset(input, context.ip);
      return {};
    }),
    reauthenticateWithCredential: op.reauthenticateWithCredential.handler(async ({ input, context }) => {
      await auth.reauthenticate(sessionOf(context), input, context);
      await renewCookie(context);
      return {};
    }),
  };
}
