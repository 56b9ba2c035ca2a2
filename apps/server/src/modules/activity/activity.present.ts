import type { ActivityPage } from '@acequia/contract';
import type { activity } from '../../db/schema/index.ts';

/** A refused attempt says so beside the operation: `delete (ACQ-IN-USE)`. */
export function presentActivity(row: typeof activity.$inferSelect): ActivityPage['data'][number] {
  return {
    date: row.at,
    user: { name: row.name, surname: row.surname, email: row.email },
    event: {
      operation: row.refusedCode === null ? row.operation : `${row.operation} (${row.refusedCode})`,
      entity: row.entity,
      name: row.objectName,
    },
    ip_address: row.ip,
  };
}
