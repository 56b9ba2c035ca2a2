import { buildTable } from '@acequia/lookup';
import type { LookupHandle } from '@acequia/component-sdk/runtime';

/** A handle of a table built from CSV; `key` is the searched column. */
export function lookupOf(csv: string, keyColumn = 'key'): LookupHandle {
  const built = buildTable(Buffer.from(csv), { format: 'csv', keyColumn });
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  const block = built.value;
  return { block: () => block };
}

/** What lookups of examples hold in tests that do not say otherwise. */
export const sampleLookup = lookupOf('key,site,owner\n10.1.0.0/16,office,ana\nana,home,ben\n10-20,low,\na*,any,eva\n503,busy,\n');
