import type { Lookup, LookupVersion } from '@acequia/contract';
import { presentStamps, type MemberNames } from '../tenants/tenants.service.ts';
import type { LookupRow, LookupVersionRow } from './lookups.store.ts';

export const presentVersion = (row: LookupVersionRow, names: MemberNames): LookupVersion => ({
  number: row.number,
  status: row.status,
  columns: row.columns,
  rows: row.rowCount,
  bytes: row.byteCount,
  fault: row.fault,
  createdAt: row.createdAt,
  createdBy: names(row.createdBy),
});

export const presentLookup = (
  row: LookupRow,
  active: LookupVersionRow | undefined,
  usedBy: Lookup['usedBy'],
  names: MemberNames,
): Lookup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  format: row.format,
  separator: row.separator,
  keyColumn: row.keyColumn,
  active: active ? presentVersion(active, names) : null,
  usedBy,
  ...presentStamps(row, names),
});
