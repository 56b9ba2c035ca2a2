import { AppError, type Clock, type Random } from '@acequia/base';
import type { Reason } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import { sealText } from '@acequia/contract/fleet-crypto';
import type { Connections } from './connections.ts';

export interface ProbeAnswer {
  readonly ok: boolean;
  readonly reason: Reason | null;
}

export interface Probes {
  /** Asks a worker of the cluster to connect with unsaved settings; ACQ-WORKER-AWAY when none is here or none answers. */
  run(
    clusterId: string,
    component: string,
    creation: Record<string, unknown>,
    secrets: Readonly<Record<string, string>>,
  ): Promise<ProbeAnswer>;
  /** Answers that came with a report. */
  answer(answers: Report['answers']): void;
}

/** Longer than the worker's own limit of 15 s. */
const answerTimeoutMs = 20_000;

export function createProbes(connections: Connections, clock: Clock, random: Random): Probes {
  const waiting = new Map<string, (answer: ProbeAnswer) => void>();
  return {
    run: async (clusterId, component, creation, secrets) => {
      const connection = connections.ofCluster(clusterId)[0];
      if (!connection) throw new AppError('ACQ-WORKER-AWAY', { fields: { clusterId } });
      const requestId = Buffer.from(random.bytes(16)).toString('hex');
      const sealed = Object.keys(secrets).length === 0 ? null : sealText(JSON.stringify(secrets), connection.sealingKey);
      return new Promise((resolve, reject) => {
        const cancel = clock.after(answerTimeoutMs, () => {
          waiting.delete(requestId);
          reject(new AppError('ACQ-WORKER-AWAY', { fields: { clusterId } }));
        });
        waiting.set(requestId, (answer) => {
          cancel();
          waiting.delete(requestId);
          resolve(answer);
        });
        connection.send({ type: 'probe', requestId, component, creation, secrets: sealed });
      });
    },
    answer: (answers) => {
      for (const { requestId, ok, reason } of answers) waiting.get(requestId)?.({ ok, reason });
    },
  };
}
