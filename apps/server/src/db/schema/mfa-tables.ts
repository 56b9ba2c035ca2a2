import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from './gate-tables.ts';

/** Confirmed authenticators: of the user, in all tenants. */
export const totpFactors = pgTable('totp_factors', {
  userId: uuid('user_id').primaryKey(),
  sealedSecret: bytea('sealed_secret').notNull(),
  /** Newest 30-second step whose code was accepted. */
  lastStep: moment('last_step').notNull(),
  confirmedAt: moment('confirmed_at').notNull(),
});

/** Secrets that were shown and wait for a first code. */
export const totpEnrolments = pgTable('totp_enrolments', {
  userId: uuid('user_id').primaryKey(),
  sealedSecret: bytea('sealed_secret').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: uuid('user_id').notNull(), codeHash: bytea('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** One at most for each user: a newer link replaces the one before. */
export const mfaResets = pgTable('mfa_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  email: text('email').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** False: an operator printed it. */
  byMail: boolean('by_mail').notNull(),
});
