import { AppError, hourMs, type Random } from '@acequia/base';
import type { Invite, TenantUser } from '@acequia/contract';
import { may, mayActOn, mayAssign, type Permission, type RankedUser, type Role } from '@acequia/domain';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { spendTenantBudget } from './budgets.store.ts';
import { draftInvite, type InviteDraft } from './invites.service.ts';
import { deleteInvites, lockInvites, lockInvitesFor, readInvites, writeInviteRoles, type InviteRow } from './invites.store.ts';
import { presentInvite, presentMember } from './users.present.ts';
import { deleteMembers, lockMembers, readMemberRows, writeRoles, type MemberRow } from './users.store.ts';

/** quality.md, API6: 50 invitations in an hour for each tenant. */
const invitesPerHour = 50;

export interface Drafted {
  readonly drafts: readonly InviteDraft[];
  /** Addresses that are members already. */
  readonly members: readonly string[];
}

export interface UsersService {
  list(scope: TenantScope): Promise<TenantUser[]>;
  find(scope: TenantScope, id: string): Promise<TenantUser>;
  /** Writes the invitations; they go out when the transaction has committed. Throws WEB-00027 above the own rank, ACQ-TOO-MANY over the tenant's budget. */
  invite(scope: TenantScope, emails: readonly string[], role: Role): Promise<Drafted>;
  reinvite(scope: TenantScope, ids: readonly string[]): Promise<Drafted>;
  /** Members and invitations, all or none. Throws WEB-00027 for oneself and higher ranks. */
  remove(scope: TenantScope, ids: readonly string[]): Promise<void>;
  /** Whether their sessions may be ended; invitations are not found. Throws WEB-00027 for oneself and higher ranks. */
  assertMayEndSessions(scope: TenantScope, ids: readonly string[]): Promise<void>;
  updateRole(scope: TenantScope, ids: readonly string[], role: Role): Promise<void>;
}

export function createUsersService(random: Random): UsersService {
  const draft = async (scope: TenantScope, invites: readonly { readonly email: string; readonly role: Role }[]) => {
    const drafts: InviteDraft[] = [];
    for (const { email, role } of invites)
      drafts.push(await draftInvite(scope.tx, random, { tenantId: scope.tenantId, email, role, invitedBy: scope.userId, now: scope.now }));
    await writeChange(scope, 'user', ...drafts.map(({ id }) => id));
    return drafts;
  };
  const budget = async (scope: TenantScope, amount: number) => {
    const within = await spendTenantBudget(scope, 'invites', { amount, max: invitesPerHour, windowMs: hourMs });
    if (!within) throw new AppError('ACQ-TOO-MANY');
  };
  const list = async (scope: TenantScope) => [
    ...(await readMemberRows(scope.tx)).map((row) => presentMember(row, scope.tenantId)),
    ...(await readInvites(scope.tx)).map(presentInvite),
  ];
  return {
    list,
    find: async (scope, id) => {
      const found = (await list(scope)).find((user) => user.id === id);
      if (!found) throw new AppError('ACQ-NOT-FOUND');
      return found;
    },
    invite: async (scope, emails, role) => {
      const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
      scope.subject(wanted.join(', '));
      const actor = await readActor(scope, 'user:update');
      if (!mayAssign(actor.role, role)) throw new AppError('WEB-00027');
      assertRanks(actor, await lockInvitesFor(scope.tx, wanted));
      await budget(scope, wanted.length);
      const known = new Set((await readMemberRows(scope.tx)).map((row) => row.email));
      const drafts = await draft(
        scope,
        wanted.filter((email) => !known.has(email)).map((email) => ({ email, role })),
      );
      return { drafts, members: wanted.filter((email) => known.has(email)) };
    },
    reinvite: async (scope, ids) => {
      const actor = await readActor(scope, 'user:update');
      const invites = await lockInvites(scope.tx, ids);
      assertAll(ids, invites);
      scope.subject(invites.map(({ email }) => email).join(', '));
      assertRanks(actor, invites);
      await budget(scope, invites.length);
      return { drafts: await draft(scope, invites), members: [] };
    },
    remove: async (scope, ids) => {
      const { members, invites } = await target(scope, ids, 'user:delete');
      await deleteMembers(scope.tx, idsOf(members));
      await deleteInvites(scope.tx, idsOf(invites));
      await writeChange(scope, 'user', ...new Set(ids));
    },
    assertMayEndSessions: async (scope, ids) => {
      const { members } = await target(scope, ids, 'user:update');
      assertAll(ids, members);
    },
    updateRole: async (scope, ids, role) => {
      const { actor, members, invites } = await target(scope, ids, 'user:update');
      if (!mayAssign(actor.role, role)) throw new AppError('WEB-00027');
      await writeRoles(scope.tx, idsOf(members), role);
      await writeInviteRoles(scope.tx, idsOf(invites), role, scope.userId);
      await writeChange(scope, 'user', ...new Set(ids));
      await writeChange(scope, 'session', ...idsOf(members));
    },
  };
}

/** What became of each address, in the order of the invitations. */
export const presentOutcome = (delivered: readonly Invite[], { members }: Drafted): Invite[] => [
  ...delivered,
  ...members.map((email) => ({ id: null, email, outcome: 'member' as const, link: null })),
];

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
const isInvite = (id: string): boolean => id.startsWith('IV_');
const isUser = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

async function lockAll(scope: TenantScope, ids: readonly string[]) {
  return {
    members: await lockMembers(scope.tx, ids.filter(isUser)),
    invites: await lockInvites(scope.tx, ids.filter(isInvite)),
  };
}

/** Who acts, with the role of this moment: the one the request came with may be gone. */
async function readActor(scope: TenantScope, permission: Permission): Promise<MemberRow> {
  const [actor] = await lockMembers(scope.tx, [scope.userId]);
  if (!actor || !may(actor.role, permission)) throw new AppError('WEB-00027');
  return actor;
}

/** Those meant and who acts, locked together in one order, so that two who act on each other cannot both win. */
async function target(
  scope: TenantScope,
  ids: readonly string[],
  permission: Permission,
): Promise<{ readonly actor: MemberRow; readonly members: readonly MemberRow[]; readonly invites: readonly InviteRow[] }> {
  const locked = await lockAll(scope, [...ids, scope.userId]);
  const actor = locked.members.find(({ id }) => id === scope.userId);
  if (!actor || !may(actor.role, permission)) throw new AppError('WEB-00027');
  const members = locked.members.filter(({ id }) => ids.includes(id));
  assertAll(ids, [...members, ...locked.invites]);
  scope.subject([...members, ...locked.invites].map(({ email }) => email).join(', '));
  assertRanks(actor, [...members, ...locked.invites]);
  return { actor, members, invites: locked.invites };
}

function assertAll(ids: readonly string[], found: readonly { readonly id: string }[]): void {
  if (found.length !== new Set(ids).size) throw new AppError('ACQ-NOT-FOUND');
}

function assertRanks(actor: RankedUser, targets: readonly RankedUser[]): void {
  if (!targets.every((each) => mayActOn(actor, each))) throw new AppError('WEB-00027');
}
