import type { Entity, OperationName } from '@acequia/contract';
import meta from 'virtual:operation-meta';

export interface ConsoleMeta {
  readonly reads: readonly Entity[];
  readonly changes: readonly Entity[];
  /** Names of the inputs that say together what it removes; empty when it removes nothing. */
  readonly removes: readonly string[];
}

/** What the contract says an operation reads, changes and removes. */
export const metaOf = (name: OperationName): ConsoleMeta => meta[name];

/** Whether what this operation reads may be stale after a change of these things. */
export function readsAny(name: OperationName, changed: readonly Entity[]): boolean {
  return metaOf(name).reads.some((entity) => changed.includes(entity));
}
