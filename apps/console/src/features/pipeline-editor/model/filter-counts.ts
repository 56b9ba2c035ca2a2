import type { PipelineNode } from '@acequia/pipeline';
import type { LiveNode } from './live-store.ts';

/** Events per second that a filter step lets pass and takes out, and what part it takes out. */
export interface FilterCounts {
  readonly kept: number;
  readonly filtered: number;
  /** From 0 to 1; undefined while nothing arrives. */
  readonly share: number | undefined;
}

/** Both ways of a filter step now; undefined for other steps, and where nothing is known. */
export function filterCounts(node: PipelineNode, live: LiveNode | undefined): FilterCounts | undefined {
  if (node.kind !== 'action' || node.component !== 'filter' || !live) return undefined;
  const apart = live.ports['filtered']?.events;
  const filtered = apart ?? live.filtered;
  // What passes and finds no link counts as filtered, too.
  const kept = live.ports['default']?.events ?? (apart === undefined ? 0 : live.filtered);
  const all = kept + filtered;
  return { kept, filtered, share: all > 0 ? filtered / all : undefined };
}
