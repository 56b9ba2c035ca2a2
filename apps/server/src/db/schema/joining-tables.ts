import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '@acequia/domain';
import { bytea, moment } from './gate-tables.ts';

export const invitations = pgTable(
  'invitations',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: text('id').notNull(),
    email: text('email').notNull(),
    role: text('role').$type<Role>().notNull(),
    tokenHash: bytea('token_hash').notNull(),
    /** Null: by the operator. */
    invitedBy: uuid('invited_by'),
    invitedAt: moment('invited_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);

/** One at most for each user: a newer link replaces the one before. */
export const passwordResets = pgTable('password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  email: text('email').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** False: an operator printed it. */
  byMail: boolean('by_mail').notNull(),
});
