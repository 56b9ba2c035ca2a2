import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/** Datasinks whose events the totals leave out. */
export const excludedDatasinks = pgTable(
  'excluded_datasinks',
  { tenantId: uuid('tenant_id').notNull(), datasinkId: text('datasink_id').notNull() },
  (table) => [primaryKey({ columns: [table.tenantId, table.datasinkId] })],
);
