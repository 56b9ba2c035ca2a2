import type { Cluster } from '@acequia/contract';

/** Ids of the workers that report now. What the others said last is old: their parts are offline, whatever it was. */
export const heardWorkers = (clusters: readonly Cluster[]): ReadonlySet<string> =>
  new Set(clusters.flatMap(({ workers }) => workers.filter(({ status }) => status === 'online').map(({ id }) => id)));
