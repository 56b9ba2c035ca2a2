import { arrayContains } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { tenants } from '../../db/schema/index.ts';

export const readAlertTenants = async (gate: GateDb): Promise<string[]> =>
  (
    await gate
      .select({ id: tenants.id })
      .from(tenants)
      .where(arrayContains(tenants.features, ['alerts']))
  ).map(({ id }) => id);
