import type { JournalStreams } from '@acequia/journal';
import { deployedLookupSchema, type DeployedLookup } from '@acequia/pipeline';
import { recordKeys } from '../commit/records.ts';

/**
 * The tables that what runs may still ask for, as committed: of every epoch that a block still to be run can meet, and those
 * that versions keep to. A version of a lookup each.
 */
export function tablesInUse(journal: JournalStreams): readonly DeployedLookup[] {
  const tables = new Map<string, DeployedLookup>();
  const take = (value: unknown): void => {
    const lookup = deployedLookupSchema.safeParse(value);
    if (!lookup.success) return;
    for (const version of lookup.data.versions) {
      const key = `${lookup.data.tenantId} ${lookup.data.id} ${version.number}`;
      if (!tables.has(key)) tables.set(key, { ...lookup.data, activeNumber: null, versions: [version] });
    }
  };
  for (const key of journal.commits.keys(recordKeys.epochs('')))
    for (const { lookup } of (journal.commits.get(key) ?? []) as readonly { readonly lookup: unknown }[]) take(lookup);
  for (const key of journal.commits.keys(recordKeys.deployed('')))
    for (const lookup of (journal.commits.get(key) as { readonly lookups?: readonly unknown[] } | undefined)?.lookups ?? []) take(lookup);
  return [...tables.values()];
}
