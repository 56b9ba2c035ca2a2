import type { Entity, OperationName } from '@acequia/contract';
import meta from 'virtual:operation-meta';

/** What the contract says an operation reads and changes. */
export const metaOf = (name: OperationName): { readonly reads: readonly Entity[]; readonly changes: readonly Entity[] } => meta[name];

/** Whether what this operation reads may be stale after a change of these things. */
export function readsAny(name: OperationName, changed: readonly Entity[]): boolean {
  return metaOf(name).reads.some((entity) => changed.includes(entity));
}
