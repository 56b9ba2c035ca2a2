import { AppError } from '@acequia/base';
import type { TenantScope } from '../../tenant-scope.ts';
import { countMembers, findTenant, readMembers } from './tenants.store.ts';

/** Only the tenant of the session is found; any other id is unknown. */
export async function findOwnTenant(scope: TenantScope, id: string) {
  const tenant = id === scope.tenantId ? await findTenant(scope.tx, scope.tenantId) : undefined;
  if (!tenant) throw new AppError('ACQ-NOT-FOUND');
  return { id: tenant.id, slug: tenant.slug, name: tenant.name, members: await countMembers(scope.tx) };
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
