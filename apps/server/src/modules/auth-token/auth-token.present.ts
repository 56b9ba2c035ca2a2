import type { AuthToken } from '@acequia/contract';
import type { MemberNames } from '../tenants/tenants.service.ts';
import type { AuthTokenRow } from './auth-token.store.ts';

const inSeconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

/** Never the key nor its hash. */
export const presentToken = (row: AuthTokenRow, names: MemberNames): AuthToken => ({
  id: row.id,
  name: row.name,
  description: row.description,
  expiration: inSeconds(row.expiresAt),
  lastUsed: inSeconds(row.lastUsedAt),
  tokenMask: row.mask,
  role: row.role,
  addresses: row.addresses,
  owner: names(row.userId) || row.madeBy,
});
