import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { OpenIdResponseType, Role, SsoProvider } from '@acequia/domain';
import { bytea, moment } from './gate-tables.ts';

/** Who a person is for the identity provider of a tenant. */
export const identities = pgTable(
  'identities',
  {
    tenantId: uuid('tenant_id').notNull(),
    provider: text('provider').$type<SsoProvider>().notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    email: text('email').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.provider, table.issuer, table.subject] })],
);

/** Ways to a provider and back that are under way. */
export const ssoFlows = pgTable(
  'sso_flows',
  {
    tenantId: uuid('tenant_id').notNull(),
    stateHash: bytea('state_hash').notNull(),
    browserHash: bytea('browser_hash').notNull(),
    provider: text('provider').$type<SsoProvider>().notNull(),
    /** Null: a login. Else the session that is to be proven anew. */
    sessionId: uuid('session_id'),
    target: text('target').notNull(),
    facts: jsonb('facts').$type<Readonly<Record<string, string>>>().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.stateHash] })],
);

export const openIdConfigs = pgTable('openid_configs', {
  tenantId: uuid('tenant_id').primaryKey(),
  id: text('id').notNull(),
  clientId: text('client_id').notNull(),
  issuer: text('issuer').notNull(),
  responseType: text('response_type').$type<OpenIdResponseType>().notNull(),
  /** Grows with each secret; part of what seals it. */
  secretVersion: integer('secret_version').notNull().default(0),
  sealedSecret: bytea('sealed_secret'),
  /** The tenant's word for addresses that the provider does not call verified. */
  verifiesAddresses: boolean('verifies_addresses').notNull(),
  /** Nobody enters through it with a higher role. */
  savedRole: text('saved_role').$type<Role>().notNull(),
  updatedAt: moment('updated_at').notNull(),
});
