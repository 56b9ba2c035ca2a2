import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '@acequia/domain';
import { bytea, moment } from './gate-tables.ts';

/** API keys. The app role works in its tenant; the gate role finds one by its hash before the tenant is known. */
export const authTokens = pgTable(
  'auth_tokens',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: text('id').notNull(),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    role: text('role').$type<Role>().notNull(),
    addresses: text('addresses').array().notNull(),
    /** Their name when they made it. */
    madeBy: text('made_by').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    mask: text('mask').notNull(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** What keys were exchanged for. */
export const accessTokens = pgTable('access_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  tenantId: uuid('tenant_id').notNull(),
  keyId: text('key_id').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
