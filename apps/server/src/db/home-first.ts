import { asc, desc, eq, sql } from 'drizzle-orm';
import { tenants, users } from './schema/index.ts';

/** Order of a user's tenants: the chosen default, then by age. A login begins in the first. */
export const homeFirst = [desc(sql`coalesce(${eq(tenants.id, users.defaultTenantId)}, false)`), asc(tenants.createdAt), asc(tenants.id)];
