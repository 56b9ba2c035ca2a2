import { narrow, type BatchView } from '@acequia/batch';
import type { CompiledNode } from '../steps/compiled-version.ts';
import { refuseAll } from '../steps/error-record.ts';

/** Parts the events that end the process at `node` from the others, and says so in their `_error`. */
export function setAside(
  view: BatchView,
  guilty: 'all' | readonly string[],
  node: CompiledNode,
  atMs: number,
): { readonly kept: BatchView; readonly aside: BatchView } {
  const rows = view.rows.slice(0, view.count);
  const isGuilty = (row: number): boolean => guilty === 'all' || guilty.includes(view.id(row));
  const aside = narrow(view, rows.filter(isGuilty));
  refuseAll(aside, node, 'ENGINE_CRASH', atMs);
  return {
    kept: narrow(
      view,
      rows.filter((row) => !isGuilty(row)),
    ),
    aside,
  };
}
