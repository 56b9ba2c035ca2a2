import { AppError, createId, type Random } from '@acequia/base';
import type { AuthToken, OperationInput } from '@acequia/contract';
import { mayAssign, type Role } from '@acequia/domain';
import { nameTaken } from '../../db/constraint.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { presentToken } from './auth-token.present.ts';
import { findToken, insertToken, readTokens, removeToken, type AuthTokenRow } from './auth-token.store.ts';
import { createToken, hashToken, maskToken } from './token-text.ts';

export interface AuthTokenService {
  getAll(scope: TenantScope): Promise<AuthToken[]>;
  find(scope: TenantScope, id: string): Promise<AuthToken>;
  /** The only answer that holds the key. Throws WEB-00027 for a role above the creator's. */
  create(
    scope: TenantScope,
    input: OperationInput<'authToken:create'>,
    ownRole: Role,
  ): Promise<{ readonly token: string; readonly authToken: AuthToken }>;
  /** Throws WEB-00027 for a key whose role is above one's own. */
  deleteById(scope: TenantScope, id: string, ownRole: Role): Promise<Record<never, never>>;
}

export function createAuthTokenService(random: Random): AuthTokenService {
  const require = async (scope: TenantScope, id: string): Promise<AuthTokenRow> => {
    const row = await findToken(scope.tx, id);
    if (!row) throw new AppError('ACQ-NOT-FOUND');
    scope.subject(row.name);
    return row;
  };
  return {
    getAll: async (scope) => {
      const rows = await readTokens(scope.tx);
      const names = await memberNames(scope);
      return rows.map((row) => presentToken(row, names));
    },
    find: async (scope, id) => presentToken(await require(scope, id), await memberNames(scope)),
    create: async (scope, { name, description, expiration, role, addresses = [] }, ownRole) => {
      if (!mayAssign(ownRole, role)) throw new AppError('WEB-00027', { fields: { role: 'rank' } });
      if (expiration !== null && expiration * 1000 <= scope.now) throw new AppError('WEB-00022', { fields: { expiration: 'past' } });
      const token = createToken('key', random);
      const row: AuthTokenRow = {
        tenantId: scope.tenantId,
        id: createId('token', random),
        userId: scope.userId,
        name,
        description,
        role,
        addresses,
        madeBy: (await memberNames(scope))(scope.userId),
        tokenHash: hashToken(token),
        mask: maskToken(token),
        expiresAt: expiration === null ? null : expiration * 1000,
        lastUsedAt: null,
        createdAt: scope.now,
      };
      await insertToken(scope.tx, row).catch(nameTaken('auth_tokens_name', 'WEB-00035'));
      await writeChange(scope, 'token', row.id);
      return { token, authToken: presentToken(row, await memberNames(scope)) };
    },
    deleteById: async (scope, id, ownRole) => {
      const row = await require(scope, id);
      if (!mayAssign(ownRole, row.role)) throw new AppError('WEB-00027', { fields: { role: 'rank' } });
      await removeToken(scope.tx, id);
      await writeChange(scope, 'token', id);
      return {};
    },
  };
}
