import type { Secret, Usages } from '@acequia/contract';
import { presentStamps, type MemberNames } from '../tenants/tenants.service.ts';
import type { readUsages, SecretRow } from './secrets.store.ts';

/** Without the value, and without its size. */
export const presentSecret = (row: SecretRow, names: MemberNames): Secret => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  expirationDate: row.expiresAt,
  certificateEndsAt: row.certificateEndsAt,
  active: row.active,
  ...presentStamps(row, names),
});

export function presentUsages(rows: Awaited<ReturnType<typeof readUsages>>): Usages {
  const pipelines = new Map<string, Usages['pipelines'][number]>();
  for (const { id, name, version, versionName, status } of rows.ofVersions) {
    const known = pipelines.get(id) ?? { id, name, versions: [] };
    known.versions.push({ version, versionName, status });
    pipelines.set(id, known);
  }
  const listed = (each: { readonly id: string; readonly name: string; readonly component: string }) => ({
    id: each.id,
    name: each.name,
    actionName: each.component,
  });
  return {
    pipelines: [...pipelines.values()],
    listeners: rows.ofListeners.map(listed),
    datasinks: rows.ofDatasinks.map(listed),
    lookups: rows.ofLookups,
    totalUsages: pipelines.size + rows.ofListeners.length + rows.ofDatasinks.length + rows.ofLookups.length,
  };
}
