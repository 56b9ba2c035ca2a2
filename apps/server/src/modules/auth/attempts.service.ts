import type { GateDb } from '../../db/database.ts';
import { spend, type Spending } from './login-throttle.store.ts';

/** A budget kept in the database, the same on all servers: of many requests at once no more get through than it holds. */
export const spendBudget = (gate: GateDb, subject: string, spending: Spending): Promise<boolean> => spend(gate, subject, spending);
