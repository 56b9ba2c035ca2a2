import { AppError, secondMs } from '@acequia/base';
import type { ReplayEstimate } from '@acequia/contract';
import type { Asks } from './asks.ts';
import type { Connections } from './connections.ts';

export interface ReplayEstimates {
  /** Asks all connected workers of the cluster what they hold; ACQ-WORKER-AWAY when none is here or none answers. */
  run(clusterId: string, listenerId: string, fromMs: number, toMs: number): Promise<ReplayEstimate>;
}

const answerTimeoutMs = 10 * secondMs;

export function createReplayEstimates(connections: Connections, asks: Asks): ReplayEstimates {
  return {
    run: async (clusterId, listenerId, fromMs, toMs) => {
      const workers = connections.ofCluster(clusterId);
      const message = (requestId: string) => ({ type: 'estimate-replay' as const, requestId, listenerId, fromMs, toMs });
      const answers = await Promise.all(workers.map((connection) => asks.ask(connection, message, answerTimeoutMs)));
      const parts = answers.flatMap((answer) => answer?.estimate ?? []);
      if (parts.length === 0) throw new AppError('ACQ-WORKER-AWAY', { fields: { clusterId } });
      const kept = parts.flatMap(({ keptFromMs }) => keptFromMs ?? []);
      return {
        records: parts.reduce((sum, { frames }) => sum + frames, 0),
        bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
        keptFrom: kept.length === 0 ? null : Math.max(...kept),
        workers: workers.length,
        answered: parts.length,
      };
    },
  };
}
