import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Role, SamlNameIdFormat } from '@acequia/domain';
import { moment } from './gate-tables.ts';

/** The identity provider of a tenant that speaks SAML. */
export const samlConfigs = pgTable('saml_configs', {
  tenantId: uuid('tenant_id').primaryKey(),
  id: text('id').notNull(),
  idpEntityId: text('idp_entity_id').notNull(),
  ssoUrl: text('sso_url').notNull(),
  /** PEM. */
  certificates: text('certificates').array().notNull(),
  nameIdFormat: text('name_id_format').$type<SamlNameIdFormat>().notNull(),
  /** Nobody enters through it with a higher role. */
  savedRole: text('saved_role').$type<Role>().notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Assertions that were taken: each is good for one sign-in. */
export const samlAssertions = pgTable(
  'saml_assertions',
  {
    tenantId: uuid('tenant_id').notNull(),
    assertionId: text('assertion_id').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.assertionId] })],
);
