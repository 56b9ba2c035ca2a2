import type { Clock, Random } from '@acequia/base';
import type { DownMessage } from '@acequia/contract/fleet';
import { createAsks } from './asks.ts';
import type { Connections, WorkerConnection } from './connections.ts';

/** Questions to workers whose answers come by a POST of their own. */
export interface Desk<Q, A> {
  isConnected(workerId: string): boolean;
  /** The worker's answer; undefined when it is not connected here, its stream ends meanwhile, or it is silent. */
  ask(workerId: string, tenantId: string, question: Q | ((connection: WorkerConnection) => Q), timeoutMs?: number): Promise<A | undefined>;
  /** An answer has come from a worker. One that was not asked is not heard. */
  answer(workerId: string, requestId: string, answer: A): void;
}

export interface DeskOptions<Q> {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly random: Random;
  readonly timeoutMs: number;
  message(requestId: string, tenantId: string, question: Q): DownMessage;
}

export function createDesk<Q extends object, A>({
  connections,
  clock,
  random,
  timeoutMs: usualTimeoutMs,
  message,
}: DeskOptions<Q>): Desk<Q, A> {
  const asks = createAsks<{ readonly requestId: string; readonly answer: A }>(clock, random);
  const asked = new Map<string, string>();
  return {
    isConnected: (workerId) => connections.find(workerId) !== undefined,
    ask: async (workerId, tenantId, question, timeoutMs = usualTimeoutMs) => {
      const connection = connections.find(workerId);
      if (!connection) return undefined;
      let sent = '';
      const compose = (requestId: string) => {
        sent = requestId;
        asked.set(requestId, workerId);
        return message(requestId, tenantId, typeof question === 'function' ? question(connection) : question);
      };
      const reply = await asks.ask(connection, compose, timeoutMs);
      asked.delete(sent);
      return reply?.answer;
    },
    answer: (workerId, requestId, answer) => {
      if (asked.get(requestId) === workerId) asks.answer([{ requestId, answer }]);
    },
  };
}
