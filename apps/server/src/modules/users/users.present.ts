import type { TenantUser } from '@acequia/contract';
import type { InviteRow } from './invites.store.ts';
import type { MemberRow } from './users.store.ts';

export const presentMember = (row: MemberRow, tenantId: string): TenantUser => ({
  id: row.id,
  name: row.name,
  surname: row.surname,
  email: row.email,
  roles: [{ id: row.role, name: row.role }],
  tenants: [{ id: tenantId, status: 'ACCEPTED' }],
  lastSeenAt: row.lastSeenAt,
  invitedAt: null,
  inviteExpiresAt: null,
});

/** Nothing but the address is known of somebody invited, also when the address has an account elsewhere. */
export const presentInvite = (row: InviteRow): TenantUser => ({
  id: row.id,
  name: '',
  surname: '',
  email: row.email,
  roles: [{ id: row.role, name: row.role }],
  tenants: [{ id: row.tenantId, status: 'PENDING' }],
  lastSeenAt: null,
  invitedAt: row.invitedAt,
  inviteExpiresAt: row.expiresAt,
});
