import type { Port } from '@acequia/component-sdk/definition';

/**
 * The most copies that a pipeline may make of one event. Twenty layers of two steps, each linked to both of the next,
 * would make a million of it: one event a second then holds a worker for good.
 */
export const copiesMax = 256;

/** Kept exact up to here, so that a count can be shown; a larger one is this. */
const countedMax = Number.MAX_SAFE_INTEGER;

/** A node as far as copies go: each port with the nodes it feeds, by their places in the list. */
export interface CopyingNode {
  readonly ports: readonly (Pick<Port, 'kind' | 'shared'> & { readonly targets: readonly number[] })[];
}

/**
 * For each node, in how many copies one event that enters it can end at most. Nodes are in topological order. An event
 * leaves by all shared ports or by one of the others, whichever makes more; every link of a port takes a copy.
 */
export function countCopies(nodes: readonly CopyingNode[]): readonly number[] {
  const counts: number[] = Array.from(nodes, () => 1);
  for (let index = nodes.length - 1; index >= 0; index--) {
    let [shared, alone] = [0, 1];
    for (const port of nodes[index]!.ports) {
      const through = port.targets.reduce((sum, target) => sum + counts[target]!, 0);
      if (port.shared) shared += through;
      else alone = Math.max(alone, through);
    }
    counts[index] = Math.min(countedMax, Math.max(shared, alone));
  }
  return counts;
}
