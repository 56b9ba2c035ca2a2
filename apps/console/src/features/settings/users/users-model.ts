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

export const userColumns = ['name', 'role', 'status', 'lastSeen'] as const;
export type UserColumn = (typeof userColumns)[number];

export interface UsersOrder {
  readonly column: UserColumn;
  readonly descending: boolean;
}

export const byName: UsersOrder = { column: 'name', descending: false };

/** The order after a press on the head of a column: a new column ascends, the same one turns around. */
export const orderAfter = (order: UsersOrder, column: UserColumn): UsersOrder => ({
  column,
  descending: order.column === column && !order.descending,
});

/** Ascending: names from A, roles and activity from the least, invitations after members. Equal ones stay by name. */
export function sortUsers(users: readonly TenantUser[], { column, descending }: UsersOrder, nowMs: number): TenantUser[] {
  const valueOf = {
    name: () => 0,
    role: (user: TenantUser) => rankOf(roleOf(user)),
    status: (user: TenantUser) => statuses.indexOf(statusOf(user, nowMs)),
    lastSeen: (user: TenantUser) => user.lastSeenAt ?? 0,
  }[column];
  const names = (a: TenantUser, b: TenantUser) => shownName(a).localeCompare(shownName(b)) || rankOf(roleOf(b)) - rankOf(roleOf(a));
  const sign = descending ? -1 : 1;
  return users.toSorted((a, b) => (column === 'name' ? sign * names(a, b) : sign * (valueOf(a) - valueOf(b)) || names(a, b)));
}

const statuses: readonly UserStatus[] = ['accepted', 'invited', 'expired'];

/** Those that match address, name or surname (whatever the case), role and status. */
export function shownUsers(users: readonly TenantUser[], { q, role, status }: UsersFilter, nowMs: number): TenantUser[] {
  const wanted = q.trim().toLocaleLowerCase();
  const matches = ({ email, name, surname }: TenantUser) =>
    [email, name, surname, `${name} ${surname}`].some((text) => text.toLocaleLowerCase().includes(wanted));
  return users.filter(
    (user) => matches(user) && (role === 'any' || roleOf(user) === role) && (status === 'any' || statusOf(user, nowMs) === status),
  );
}

/** Specification 6: hidden when the selection holds oneself or a higher rank. */
export const offersBulk = (actor: RankedUser, selected: readonly TenantUser[]): boolean => mayActOnAll(actor, selected.map(ranked));
