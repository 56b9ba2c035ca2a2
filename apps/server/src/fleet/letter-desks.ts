import { secondMs, type Clock, type Random } from '@acequia/base';
import type { LetterAnswer, LetterQuestion } from '@acequia/contract/fleet';
import { createAsks } from './asks.ts';
import type { Connections } from './connections.ts';

/** Asks workers about the dead letters they keep. */
export interface LetterDesks {
  /** The worker's answer; undefined when it is not connected here, is silent or could not do it. */
  ask<D extends LetterQuestion['do']>(
    workerId: string,
    tenantId: string,
    question: Extract<LetterQuestion, { do: D }>,
  ): Promise<Extract<LetterAnswer, { did: AnswerOf<D> }> | undefined>;
  /** An answer has come from a worker. One that was not asked is not heard. */
  answer(workerId: string, requestId: string, answer: LetterAnswer): void;
}

type AnswerOf<D> = D extends 'redrive' | 'discard' ? 'change' : D;

/** Longer than a worker waits for its pipelines. */
const answerTimeoutMs = 25 * secondMs;

export function createLetterDesks(connections: Connections, clock: Clock, random: Random): LetterDesks {
  const asks = createAsks<{ readonly requestId: string; readonly answer: LetterAnswer }>(clock, random);
  const asked = new Map<string, string>();
  return {
    ask: async (workerId, tenantId, question) => {
      const connection = connections.find(workerId);
      if (!connection) return undefined;
      let sent = '';
      const message = (requestId: string) => {
        sent = requestId;
        asked.set(requestId, workerId);
        return { type: 'dead-letters' as const, requestId, tenantId, question };
      };
      const reply = await asks.ask(connection, message, answerTimeoutMs);
      asked.delete(sent);
      const wanted = question.do === 'redrive' || question.do === 'discard' ? 'change' : question.do;
      return reply?.answer.did === wanted ? (reply.answer as never) : undefined;
    },
    answer: (workerId, requestId, answer) => {
      if (asked.get(requestId) === workerId) asks.answer([{ requestId, answer }]);
    },
  };
}
