import { AppError, createId, type Clock, type Random } from '@acequia/base';
import { isHeard } from '@acequia/domain';
import { brokenConstraint } from '../db/constraint.ts';
import type { Along, GateDb } from '../db/database.ts';
import type { Enrolment } from './enrolment.service.ts';
import {
  deleteCluster,
  deleteWorkers,
  insertCluster,
  insertClusterChange,
  insertClusterChangeFor,
  letEveryTenantUse,
  lockWorkers,
  readClusterIds,
  readClusterNamed,
  readTenants,
  type WorkerRow,
} from './fleet.store.ts';

/** What an operator says of a cluster to be. */
export interface ClusterWish {
  /** No other cluster has it. */
  readonly name: string;
  /** Where senders reach its workers. */
  readonly host: string;
  /** That its listeners may take. */
  readonly ports: { readonly from: number; readonly to: number };
  /** Folders of its workers' machines that file data sinks may write below, as `/path` or `name=/path`. */
  readonly fileRoots: readonly string[];
}

export interface Clusters {
  /** Every tenant may use it; returns a token for its first worker. `along` is committed with it. Throws WEB-00031 when the name is taken. */
  create(wish: ClusterWish, along: Along): Promise<string>;
  /** A token for one more worker of the cluster of this name, good for 15 minutes, once; `along` is committed with it. Throws ACQ-NOT-FOUND. */
  enrol(name: string, along: Along): Promise<string>;
  /** Takes away a worker, by name or id, that is gone for good. Throws ACQ-NOT-FOUND, or ACQ-WORKER-ONLINE while it was heard of within a minute. */
  removeWorker(name: string, worker: string, along: Along): Promise<void>;
  /**
   * Takes away a cluster with its workers. Throws ACQ-NOT-FOUND, ACQ-CLUSTER-FIRST, ACQ-WORKER-ONLINE, or ACQ-CLUSTER-IN-USE while a
   * listener or a running version is in it.
   */
  remove(name: string, along: Along): Promise<void>;
}

export interface ClustersDeps {
  readonly gate: GateDb;
  readonly enrolment: Enrolment;
  readonly clock: Clock;
  readonly random: Random;
  /** Called after each commit. */
  readonly committed: () => void;
  /** The server knows this worker no longer. */
  readonly removed: (workerId: string) => void;
}

/** Foreign keys of what is in a cluster. */
const clustersUsers = new Set(['listeners_tenant_id_cluster_id_fkey', 'version_clusters_tenant_id_cluster_id_fkey']);

/** The clusters beside the first one. */
export function createClusters({ gate, enrolment, clock, random, committed, removed }: ClustersDeps): Clusters {
  const clusterNamed = async (tx: GateDb, name: string): Promise<string> => {
    const cluster = await readClusterNamed(tx, name);
    if (!cluster) throw new AppError('ACQ-NOT-FOUND');
    return cluster.id;
  };
  /** Removes those workers of a cluster; returns their ids. */
  const removeWorkers = async (tx: GateDb, clusterId: string, isMeant: (worker: WorkerRow) => boolean): Promise<readonly string[]> => {
    const meant = (await lockWorkers(tx, clusterId)).filter(isMeant);
    const online = meant.find(({ lastSeenAt, revoked }) => !revoked && isHeard(lastSeenAt, clock.now()));
    if (online) throw new AppError('ACQ-WORKER-ONLINE', { fields: { name: online.name } });
    const ids = meant.map(({ id }) => id);
    if (ids.length > 0) await deleteWorkers(tx, ids);
    return ids;
  };
  return {
    create: async ({ name, host, ports, fileRoots }, along) => {
      const now = clock.now();
      const token = await gate.transaction(async (tx) => {
        if (await readClusterNamed(tx, name)) throw new AppError('WEB-00031', { fields: { name: 'taken' } });
        const id = createId('cluster', random);
        await insertCluster(tx, {
          id,
          name,
          host,
          portFrom: ports.from,
          portTo: ports.to,
          fileRoots: [...fileRoots],
          createdAt: now,
        });
        await letEveryTenantUse(tx, id);
        await insertClusterChange(tx, id, now);
        await along(tx);
        return enrolment.issue(id, tx);
      });
      committed();
      return token;
    },
    enrol: (name, along) =>
      gate.transaction(async (tx) => {
        const clusterId = await clusterNamed(tx, name);
        await along(tx);
        return enrolment.issue(clusterId, tx);
      }),
    removeWorker: async (name, worker, along) => {
      const ids = await gate.transaction(async (tx) => {
        const clusterId = await clusterNamed(tx, name);
        const gone = await removeWorkers(tx, clusterId, (each) => each.id === worker || each.name === worker);
        if (gone.length === 0) throw new AppError('ACQ-NOT-FOUND');
        await insertClusterChange(tx, clusterId, clock.now());
        await along(tx);
        return gone;
      });
      for (const id of ids) removed(id);
      committed();
    },
    remove: async (name, along) => {
      const ids = await gate
        .transaction(async (tx) => {
          const clusterId = await clusterNamed(tx, name);
          // The environment describes the first one, and the next would take its place.
          if ((await readClusterIds(tx))[0] === clusterId) throw new AppError('ACQ-CLUSTER-FIRST');
          const gone = await removeWorkers(tx, clusterId, () => true);
          const tenantIds = await readTenants(tx, clusterId);
          await deleteCluster(tx, clusterId);
          await insertClusterChangeFor(tx, tenantIds, clusterId, clock.now());
          await along(tx);
          return gone;
        })
        .catch((error: unknown) => {
          throw clustersUsers.has(brokenConstraint(error) ?? '') ? new AppError('ACQ-CLUSTER-IN-USE') : error;
        });
      for (const id of ids) removed(id);
      committed();
    },
  };
}
