import { AppError, type Clock } from '@acequia/base';
import type { Preferences } from '@acequia/contract';
import { rankOf, type Role, type SsoProvider } from '@acequia/domain';
import type { Database, GateDb } from '../../db/database.ts';
import { brokenConstraint } from '../../db/constraint.ts';
import { recordActivity } from '../activity/activity.service.ts';
import type { OpenSession, OpenedSession } from '../auth/auth.service.ts';
import { makeInvitedMember } from '../auth/invited-member.service.ts';
import { assertTrialRuns } from '../tenants/session-tenant.service.ts';
import { findInviteOf } from '../users/invites.service.ts';
import type { ProvenIdentity, SsoTenant } from './sso-adapter.ts';
import { findAccountIn, findIdentity, insertIdentity, markIdentityUsed } from './sso.store.ts';

export interface SignInDeps {
  readonly database: Database;
  readonly open: OpenSession;
  readonly clock: Clock;
  /** Whether the deployment has trials. */
  readonly trials: boolean;
}

export interface SignInInput {
  readonly tenant: SsoTenant;
  readonly provider: SsoProvider;
  readonly identity: ProvenIdentity;
  readonly ip: string;
  /** Of an account that is made. */
  readonly language: Preferences['language'];
}

/**
 * A session of the member whom a provider has vouched for, in this tenant alone. A known identity (tenant, provider, issuer, subject)
 * is its member. A new one becomes the member with the verified address, or the account of an invitation; an address that has an
 * account elsewhere is never joined to it here (docs/decisions.md). Throws AUTH.SSO_EMAIL, AUTH.SSO_MEMBER, AUTH.SSO_ACCOUNT,
 * AUTH.SSO_ROLE.
 */
export async function signInWithIdentity(deps: SignInDeps, input: SignInInput): Promise<OpenedSession> {
  const {
    database: { gate },
    open,
  } = deps;
  const { tenant, provider, identity, ip } = input;
  const now = deps.clock.now();
  const key = { tenantId: tenant.id, provider, issuer: identity.issuer, subject: identity.subject };
  const known = await findIdentity(gate, key);
  const member = known ?? (await link(deps, input, now));
  assertReach(member.role, identity.savedRole);
  if (known) await markIdentityUsed(gate, key, identity.email, now);
  return open(member.userId, tenant.id, ip, undefined, provider);
}

/** The user of an identity in its tenant; undefined for one that has never signed in. */
export const userOfIdentity = async (gate: GateDb, { tenant, provider, identity }: Omit<SignInInput, 'ip' | 'language'>) =>
  (await findIdentity(gate, { tenantId: tenant.id, provider, issuer: identity.issuer, subject: identity.subject }))?.userId;

/** A provider that was set up by an admin speaks for no owner: else an admin could enter as one. */
function assertReach(role: Role, savedRole: Role): void {
  if (rankOf(role) > rankOf(savedRole)) throw new AppError('AUTH.SSO_ROLE', { fields: { role } });
}

interface Member {
  readonly userId: string;
  readonly role: Role;
}

async function link({ database: { gate }, trials }: SignInDeps, input: SignInInput, now: number): Promise<Member> {
  const { tenant, provider, identity, ip, language } = input;
  const { email, issuer, subject, savedRole } = identity;
  if (email === undefined) throw new AppError('AUTH.SSO_EMAIL');
  const claim = async (tx: GateDb, user: { readonly id: string; readonly name: string; readonly surname: string }, role: Role) => {
    assertReach(role, savedRole);
    const userId = user.id;
    const row = { tenantId: tenant.id, provider, issuer, subject, userId, email, createdAt: now, lastUsedAt: now };
    if (!(await insertIdentity(tx, row)))
      throw new AppError('AUTH.SSO_ACCOUNT', { internal: 'the member is another subject of this issuer' });
    const actor = { session: { tenantId: tenant.id, user: { ...user, email }, via: provider }, ip };
    await recordActivity(tx, actor, { entity: 'users', operation: 'create' }, email, now);
    return { userId, role };
  };
  const account = await findAccountIn(gate, email, tenant.id);
  const { user, role } = account ?? {};
  if (user && role) return gate.transaction((tx) => claim(tx, user, role));
  const invite = await findInviteOf(gate, tenant.id, email, now);
  if (!invite) throw new AppError('AUTH.SSO_MEMBER', { fields: { email } });
  if (account) throw new AppError('AUTH.SSO_ACCOUNT', { internal: 'the address has an account elsewhere' });
  assertTrialRuns(invite.trialEndsAt, trials, now);
  const name = identity.name.trim() === '' ? (email.split('@')[0] ?? email) : identity.name.trim();
  const person = { ...invite, name: name.slice(0, 100), surname: identity.surname.trim().slice(0, 100), language };
  return gate
    .transaction(async (tx) => claim(tx, { ...person, id: await makeInvitedMember(tx, person, now) }, invite.role))
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'users_email_key') throw new AppError('AUTH.SSO_ACCOUNT', { cause: error });
      throw error;
    });
}
