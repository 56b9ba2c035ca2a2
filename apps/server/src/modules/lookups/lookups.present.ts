import { addressWithoutCredentials } from '@acequia/component-sdk/definition';
import {
  reasonSchema,
  type Lookup,
  type LookupActivation,
  type LookupRefresh,
  type LookupUsages,
  type LookupVersion,
  type ObjectStatusView,
} from '@acequia/contract';
import type { PathView } from '../../http/path-view.ts';
import type { Declared } from '../health/object-statuses.service.ts';
import { presentStamps, type MemberNames } from '../tenants/tenants.service.ts';
import type { ActivationRow } from './activations.store.ts';
import type { LookupUse } from './lookup-uses.ts';
import type { LookupRow, LookupVersionRow, UsingVersion } from './lookups.store.ts';
import type { RefreshRow } from './refreshes.store.ts';

/** Whether it is an upload that has ended and is not settled yet. */
export const isBeingChecked = ({ status, sealedAt, refreshed }: Pick<LookupVersionRow, 'status' | 'sealedAt' | 'refreshed'>) =>
  status === 'processing' && sealedAt !== null && !refreshed;

export const presentVersion = (row: LookupVersionRow, names: MemberNames): LookupVersion => ({
  number: row.number,
  status: row.status,
  columns: row.columns,
  types: row.types,
  rows: row.rowCount,
  bytes: row.byteCount,
  checkedBytes: isBeingChecked(row) ? row.checkedBytes : null,
  fault: row.fault,
  createdAt: row.createdAt,
  createdBy: names(row.createdBy),
});

export const presentActivation = (row: ActivationRow, names: MemberNames): LookupActivation => ({
  number: row.number,
  activatedAt: row.activatedAt,
  activatedBy: names(row.activatedBy),
  replaced: row.replaced,
});

/** Without what is only for the next question. */
const presentRefresh = ({ url, everyMs, credentials, nextAt, checkedAt, changedAt, fault }: RefreshRow): LookupRefresh => ({
  url,
  everyMs,
  credentials,
  nextAt,
  checkedAt,
  changedAt,
  fault,
});

/** As somebody may see it: who may not edit it sees no credential in the address its file is fetched from. */
export const shownLookup = (lookup: Lookup, view: PathView): Lookup =>
  lookup.refresh && view === 'names'
    ? { ...lookup, refresh: { ...lookup.refresh, url: addressWithoutCredentials(lookup.refresh.url) } }
    : lookup;

/** While the address of its file fails, the version before stays in force, if there is one. */
function declaredOf(active: LookupVersionRow | undefined, refresh: RefreshRow | undefined, usedBy: Lookup['usedBy']) {
  // A damaged one is told of at `refresh`.
  const reason = reasonSchema.safeParse(refresh?.fault).data ?? null;
  const unused = usedBy.length === 0 ? 'idle' : 'running';
  const [withFault, without] = active ? (['degraded', unused] as const) : (['action-required', 'draft'] as const);
  return { declared: reason ? withFault : without, reason };
}

export const presentLookup = (
  row: LookupRow,
  {
    active,
    refresh,
    usedBy,
    missing,
    statusOf,
  }: {
    readonly active: LookupVersionRow | undefined;
    readonly refresh: RefreshRow | undefined;
    readonly statusOf: (object: Declared) => ObjectStatusView;
  } & Pick<Lookup, 'usedBy' | 'missing'>,
  names: MemberNames,
): Lookup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  format: row.format,
  separator: row.separator,
  keyColumn: row.keyColumn,
  status: statusOf({ kind: 'lookup', id: row.id, ...declaredOf(active, refresh, usedBy) }),
  active: active ? presentVersion(active, names) : null,
  refresh: refresh ? presentRefresh(refresh) : null,
  usedBy,
  missing,
  ...presentStamps(row, names),
});

/** By pipeline, each with the versions whose nodes use the lookup. */
export function presentUsages(
  lookupId: string,
  rows: readonly UsingVersion[],
  usesOf: (document: UsingVersion['document']) => readonly LookupUse[],
): LookupUsages {
  const pipelines = new Map<string, LookupUsages['pipelines'][number]>();
  for (const { pipelineId: id, pipelineName: name, version, versionName, status, document } of rows) {
    const known = pipelines.get(id) ?? { id, name, versions: [] };
    const nodes = usesOf(document)
      .filter((use) => use.id === lookupId)
      .map(({ node, fixed }) => ({ id: node.id, name: node.name, fixed: fixed ?? null }));
    known.versions.push({ version, versionName, status, nodes });
    pipelines.set(id, known);
  }
  return { pipelines: [...pipelines.values()] };
}
