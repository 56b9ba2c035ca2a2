import { AppError } from '@acequia/base';
import type { Tenant } from '@acequia/contract';
import type { GateDb } from '../../db/database.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import { presentSettings } from './tenant-settings.present.ts';
import { findBySlug, readMembers, readTenantsOf, writeDefaultTenant } from './tenants.store.ts';

/** Every tenant the user is a member of; the first is the default. */
export async function listTenants(gate: GateDb, userId: string): Promise<Tenant[]> {
  return (await readTenantsOf(gate, userId)).map(({ mfaRequired, sso, viewersReadContent, demoOf, ...tenant }, index) => ({
    ...tenant,
    ...(demoOf === null ? {} : { demoOf }),
    default: index === 0,
    settings: presentSettings({ mfaRequired, sso, viewersReadContent }),
  }));
}

/** Only the tenant of the session is found; any other id is unknown. */
export async function findOwnTenant(gate: GateDb, session: ActiveSession, id: string): Promise<Tenant> {
  const tenant = (await listTenants(gate, session.user.id)).find((each) => each.id === id && id === session.tenantId);
  if (!tenant) throw new AppError('ACQ-NOT-FOUND');
  return tenant;
}

/** For who has no session yet: the part of its address that names a tenant. */
export const findTenantBySlug = (gate: GateDb, slug: string) => findBySlug(gate, slug);

/** Logins of the user begin there from now on. Throws ACQ-NOT-FOUND for a tenant that is not the user's. */
export async function setDefaultTenant(gate: GateDb, userId: string, id: string): Promise<void> {
  if (!(await listTenants(gate, userId)).some((tenant) => tenant.id === id)) throw new AppError('ACQ-NOT-FOUND');
  await writeDefaultTenant(gate, userId, id);
}

/** Display name by user id; empty for someone who has left. */
export type MemberNames = (userId: string) => string;

export async function memberNames(scope: Pick<TenantScope, 'tx'>): Promise<MemberNames> {
  const names = new Map(
    (await readMembers(scope.tx)).map((member) => [member.id, [member.name, member.surname].filter((part) => part !== '').join(' ')]),
  );
  return (userId) => names.get(userId) ?? '';
}

interface Stamps {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdBy: string;
  readonly updatedBy: string;
}

/** Stamps with names instead of ids. */
export const presentStamps = (row: Stamps, names: MemberNames): Stamps => ({
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  createdBy: names(row.createdBy),
  updatedBy: names(row.updatedBy),
});
