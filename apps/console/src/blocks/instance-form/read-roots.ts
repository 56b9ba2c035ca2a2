import type { Cluster } from '@acequia/contract';

/** Folders below which listeners of a cluster may read, each once; undefined while none of its workers has told. */
export function readRootsOf({ workers }: Pick<Cluster, 'workers'>): readonly string[] | undefined {
  const told = workers.flatMap(({ status, readRoots }) => (status === 'revoked' || readRoots === null ? [] : [readRoots]));
  return told.length === 0 ? undefined : [...new Set(told.flat())];
}
