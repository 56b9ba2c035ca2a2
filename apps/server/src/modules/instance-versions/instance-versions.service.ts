import type { InstanceVersion } from '@acequia/contract';
import type { TenantScope } from '../../tenant-scope.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import {
  deleteInstanceVersions,
  insertInstanceVersion,
  readInstanceVersions,
  type InstanceKind,
  type InstanceVersionRow,
} from './instance-versions.store.ts';

/** Older ones go (docs/decisions.md). */
const keptVersions = 200;

type Saved = Omit<InstanceVersionRow, 'instanceId'> & { readonly id: string };

/** Keeps what a listener or a datasink has just been saved as; in the transaction that saves it. */
export async function recordInstanceVersion(scope: Pick<TenantScope, 'tx'>, kind: InstanceKind, saved: Saved): Promise<void> {
  const { tenantId, id, revision, name, description, tags, version, config, updatedAt, updatedBy } = saved;
  const row = { tenantId, instanceId: id, revision, name, description, tags, version, config, updatedAt, updatedBy };
  await insertInstanceVersion(scope.tx, kind, row);
  if (revision > keptVersions) await deleteInstanceVersions(scope.tx, kind, id, revision - keptVersions);
}

/** The newest first. */
export async function listInstanceVersions(scope: TenantScope, kind: InstanceKind, id: string): Promise<InstanceVersion[]> {
  const names = await memberNames(scope);
  return (await readInstanceVersions(scope.tx, kind, id)).map((row) => ({
    number: row.revision,
    name: row.name,
    description: row.description,
    tags: row.tags,
    componentVersion: row.version,
    config: row.config,
    savedAt: row.updatedAt,
    savedBy: names(row.updatedBy),
  }));
}
