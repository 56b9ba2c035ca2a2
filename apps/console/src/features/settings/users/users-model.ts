import type { TenantUser } from '@acequia/contract';
import { mayActOnAll, rankOf, type RankedUser, type Role } from '@acequia/domain';

/** How an account or invitation stands now. */
export type UserStatus = 'accepted' | 'invited' | 'expired';

export const roleOf = (user: TenantUser): Role => user.roles[0]?.id ?? 'viewer';
export const isInvite = (user: TenantUser): boolean => user.tenants[0]?.status === 'PENDING';
export const ranked = (user: TenantUser): RankedUser => ({ id: user.id, role: roleOf(user) });
/** First and last name, else the address. */
export const shownName = ({ name, surname, email }: TenantUser): string => [name, surname].filter((part) => part !== '').join(' ') || email;

export function statusOf(user: TenantUser, nowMs: number): UserStatus {
  if (!isInvite(user)) return 'accepted';
  return (user.inviteExpiresAt ?? 0) > nowMs ? 'invited' : 'expired';
}

export interface UsersFilter {
  readonly q: string;
  readonly role: Role | 'any';
  readonly status: UserStatus | 'any';
}

export const noFilter: UsersFilter = { q: '', role: 'any', status: 'any' };

/** Those that match address, name or surname (whatever the case), role and status; by name. */
export function shownUsers(users: readonly TenantUser[], { q, role, status }: UsersFilter, nowMs: number): TenantUser[] {
  const wanted = q.trim().toLocaleLowerCase();
  const matches = ({ email, name, surname }: TenantUser) =>
    [email, name, surname, `${name} ${surname}`].some((text) => text.toLocaleLowerCase().includes(wanted));
  return users
    .filter((user) => matches(user) && (role === 'any' || roleOf(user) === role) && (status === 'any' || statusOf(user, nowMs) === status))
    .sort((a, b) => shownName(a).localeCompare(shownName(b)) || rankOf(roleOf(b)) - rankOf(roleOf(a)));
}

/** Specification 6: hidden when the selection holds oneself or a higher rank. */
export const offersBulk = (actor: RankedUser, selected: readonly TenantUser[]): boolean => mayActOnAll(actor, selected.map(ranked));
