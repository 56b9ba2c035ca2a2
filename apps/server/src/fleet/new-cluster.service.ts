import { AppError, createId, type Clock, type Random } from '@acequia/base';
import type { Along, GateDb } from '../db/database.ts';
import type { Enrolment } from './enrolment.service.ts';
import { insertCluster, insertClusterChange, letEveryTenantUse, readClusterNamed } from './fleet.store.ts';

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
}

export interface ClustersDeps {
  readonly gate: GateDb;
  readonly enrolment: Enrolment;
  readonly clock: Clock;
  readonly random: Random;
  /** Called after each commit. */
  readonly committed: () => void;
}

/** The clusters beside the first one. */
export function createClusters({ gate, enrolment, clock, random, committed }: ClustersDeps): Clusters {
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
        const cluster = await readClusterNamed(tx, name);
        if (!cluster) throw new AppError('ACQ-NOT-FOUND');
        await along(tx);
        return enrolment.issue(cluster.id, tx);
      }),
  };
}
