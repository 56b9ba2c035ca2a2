import { createHash } from 'node:crypto';
import type { activity } from '../../db/schema/index.ts';

export type ChainRow = typeof activity.$inferSelect;

/** What a row's hash must be, after the row before it: the same bytes as `activity_hash` in the database puts together. */
export function chainHash(previous: Uint8Array, row: ChainRow): Buffer {
  const parts = [
    Buffer.from(previous).toString('hex'),
    row.tenantId,
    String(row.seq),
    String(row.at),
    row.userId,
    row.name,
    row.surname,
    row.email,
    row.entity,
    row.operation,
    row.objectName,
    row.refusedCode === null ? 'done' : `refused ${row.refusedCode}`,
    row.ip,
    row.via,
  ];
  return createHash('sha256')
    .update(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(''))
    .digest();
}
