import { AppError } from '@acequia/base';
import type { Reason } from '@acequia/contract';
import { sealText } from '@acequia/contract/fleet-crypto';
import type { Asks } from './asks.ts';
import type { Connections } from './connections.ts';

export interface ProbeAnswer {
  readonly ok: boolean;
  readonly reason: Reason | null;
}

export interface Probes {
  /** Asks a worker of the cluster to connect with unsaved settings; ACQ-WORKER-AWAY when none is here or none answers. */
  run(
    clusterId: string,
    tenantId: string,
    component: string,
    creation: Record<string, unknown>,
    secrets: Readonly<Record<string, string>>,
  ): Promise<ProbeAnswer>;
}

/** Longer than the worker's own limit of 15 s. */
const answerTimeoutMs = 20_000;

export function createProbes(connections: Connections, asks: Asks): Probes {
  return {
    run: async (clusterId, tenantId, component, creation, secrets) => {
      const connection = connections.ofCluster(clusterId)[0];
      if (!connection) throw new AppError('ACQ-WORKER-AWAY', { fields: { clusterId } });
      const sealed = Object.keys(secrets).length === 0 ? null : sealText(JSON.stringify(secrets), connection.sealingKey);
      const message = (requestId: string) => ({ type: 'probe' as const, requestId, tenantId, component, creation, secrets: sealed });
      const answer = await asks.ask(connection, message, answerTimeoutMs);
      if (!answer) throw new AppError('ACQ-WORKER-AWAY', { fields: { clusterId } });
      return { ok: answer.ok, reason: answer.reason };
    },
  };
}
