import type { GateDb } from '../../db/database.ts';
import { readFirstOwner } from './auth.store.ts';

/** The owner of the oldest tenant; undefined before the first run. */
export const findFirstOwner = (gate: GateDb): Promise<{ readonly tenantId: string; readonly userId: string } | undefined> =>
  readFirstOwner(gate);
