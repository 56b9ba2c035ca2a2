import type { SearchedLookup } from '@acequia/contract';
import type { DeployedLookup } from '@acequia/pipeline';
import type { ActivationRow } from './activations.store.ts';
import type { LookupUse } from './lookup-uses.ts';
import type { LookupRow, LookupVersionRow } from './lookups.store.ts';

/** The lookups a document uses, and when their versions came into force. */
export interface LookupHistory {
  readonly tenantId: string;
  readonly uses: readonly LookupUse[];
  readonly lookups: readonly LookupRow[];
  /** Whose files are there. */
  readonly versions: readonly LookupVersionRow[];
  /** Newest first. */
  readonly activations: readonly ActivationRow[];
}

export interface LookupsAt {
  /** As a worker takes them, with the version of that time in force. */
  readonly deployed: DeployedLookup[];
  readonly searched: SearchedLookup[];
}

/** What each node of the document searches at a time, ms since 1970; without it: now. */
export function lookupsAt(history: LookupHistory, atMs?: number): LookupsAt {
  const { tenantId, uses, versions } = history;
  const deployed: DeployedLookup[] = [];
  const searched: SearchedLookup[] = [];
  for (const row of history.lookups) {
    const own = history.activations.filter(({ lookupId }) => lookupId === row.id);
    const before = own.filter(({ activatedAt }) => atMs === undefined || activatedAt <= atMs);
    const wanted = numberAt(row, own, before, atMs);
    const isHere = versions.some(({ lookupId, number }) => lookupId === row.id && number === wanted);
    const number = isHere ? wanted : row.activeNumber;
    deployed.push(deployedAs({ tenantId, row, versions, uses, number }));
    for (const { id, fixed, node } of uses) {
      const version = fixed ?? number;
      if (id !== row.id || version === null) continue;
      searched.push({
        node: node.id,
        lookupId: row.id,
        name: row.name,
        version,
        activatedAt: before.find((activation) => activation.number === version)?.activatedAt ?? null,
        replaced: fixed === undefined && version !== wanted,
      });
    }
  }
  const order = new Map(uses.map(({ node }, index) => [node.id, index]));
  return { deployed, searched: searched.sort((one, other) => order.get(one.node)! - order.get(other.node)!) };
}

/** The version in force; before the first activation that is known, the one that it replaced. */
function numberAt(
  row: LookupRow,
  own: readonly ActivationRow[],
  before: readonly ActivationRow[],
  atMs: number | undefined,
): number | null {
  if (atMs === undefined) return row.activeNumber;
  return before[0]?.number ?? own.at(-1)?.replaced ?? row.activeNumber;
}

/** A lookup for workers: with the version that is to be in force, and those that nodes keep to. */
export function deployedAs({
  tenantId,
  row,
  versions,
  uses,
  number,
}: {
  readonly tenantId: string;
  readonly row: LookupRow;
  readonly versions: readonly LookupVersionRow[];
  readonly uses: readonly Pick<LookupUse, 'id' | 'fixed'>[];
  readonly number: number | null;
}): DeployedLookup {
  const { id, format, separator, keyColumn } = row;
  const fixed = new Set(uses.filter((use) => use.id === id).map((use) => use.fixed));
  return {
    id,
    tenantId,
    format,
    separator,
    keyColumn,
    activeNumber: number,
    versions: versions
      .filter((version) => version.lookupId === id && (version.number === number || fixed.has(version.number)))
      .map((version) => ({ id: version.id, number: version.number, bytes: version.byteCount, sha256: version.sha256 })),
  };
}
