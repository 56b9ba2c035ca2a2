import { randomUUID } from 'node:crypto';
import { AppError, type Clock } from '@acequia/base';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import type { GateDb } from '../../db/database.ts';
import { brokenConstraint } from '../../db/constraint.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { findOpenInvite, useInvite, type OpenInvite } from '../users/invites.service.ts';
import { assertTrialRuns } from '../tenants/session-tenant.service.ts';
import { assertPassword } from './assert-password.ts';
import { defaultPreferences, type OpenSession, type OpenedSession } from './auth.service.ts';
import { insertMember, insertUser } from './auth.store.ts';
import { countAddress } from './login-throttle.store.ts';
import type { Passwords } from './passwords.ts';
import { findAccount } from './recovery.store.ts';
import { assertPasswordSession } from './session-scope.ts';
import type { ActiveSession } from './sessions.ts';

export interface Joining {
  /** Tells nothing before the link is valid. Throws AUTH.INVITE. */
  find(token: string, ip: string): Promise<OperationOutput<'auth:findInvite'>>;
  /** A session in the tenant that was joined. Throws AUTH.INVITE_OTHER for an account the link was not sent to, AUTH.SSO_SCOPE. */
  accept(session: ActiveSession, token: string, ip: string): Promise<OpenedSession>;
  /** A new account in the tenant. Throws AUTH.INVITE_ACCOUNT when the address has one. */
  welcome(input: OperationInput<'auth:welcome'>, ip: string): Promise<OpenedSession>;
}

export interface JoiningDeps {
  readonly gate: GateDb;
  readonly open: OpenSession;
  readonly passwords: Passwords;
  readonly clock: Clock;
  /** Whether the deployment has trials. */
  readonly trials: boolean;
}

export function createJoining({ gate, open, passwords, clock, trials }: JoiningDeps): Joining {
  /** The invitation of a link that may be followed now. Throws AUTH.INVITE, ACQ-TRIAL-OVER. */
  const findUsable = async (token: string): Promise<OpenInvite> => {
    const now = clock.now();
    const invite = await findOpenInvite(gate, token, now);
    assertTrialRuns(invite.trialEndsAt, trials, now);
    return invite;
  };
  /** In the transaction that makes the member. */
  const recordMember = (tx: GateDb, { tenantId, email }: OpenInvite, user: ActiveSession['user'], ip: string) =>
    recordActivity(tx, { session: { tenantId, user }, ip }, { entity: 'users', operation: 'create' }, email, clock.now());
  return {
    find: async (token, ip) => {
      await countAddress(gate, ip, clock.now());
      const { email, tenantName, role } = await findOpenInvite(gate, token, clock.now());
      return { email, tenantName, role, accountExists: (await findAccount(gate, email)) !== undefined };
    },
    accept: async (session, token, ip) => {
      assertPasswordSession(session);
      await countAddress(gate, ip, clock.now());
      const invite = await findUsable(token);
      if (invite.email !== session.user.email) throw new AppError('AUTH.INVITE_OTHER');
      await gate.transaction(async (tx) => {
        await useInvite(tx, token);
        await insertMember(tx, { tenantId: invite.tenantId, userId: session.user.id, role: invite.role });
        await recordMember(tx, invite, session.user, ip);
      });
      return open(session.user.id, invite.tenantId, ip, session);
    },
    welcome: async ({ token, name, surname, company, password, language }, ip) => {
      await countAddress(gate, ip, clock.now());
      const invite = await findUsable(token);
      const { email } = invite;
      assertPassword(password, [email.split('@')[0] ?? '', name, surname, company]);
      const passwordHash = await passwords.hash(password);
      const id = randomUUID();
      const user = { id, email, name, surname, company, preferences: { ...defaultPreferences, language }, createdAt: clock.now() };
      await gate
        .transaction(async (tx) => {
          await useInvite(tx, token);
          await insertUser(tx, user, passwordHash);
          await insertMember(tx, { tenantId: invite.tenantId, userId: id, role: invite.role });
          await recordMember(tx, invite, user, ip);
        })
        .catch((error: unknown) => {
          if (brokenConstraint(error) === 'users_email_key') throw new AppError('AUTH.INVITE_ACCOUNT', { cause: error });
          throw error;
        });
      return open(id, invite.tenantId, ip);
    },
  };
}
