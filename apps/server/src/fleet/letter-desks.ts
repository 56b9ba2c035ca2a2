import { secondMs, type Clock, type Random } from '@acequia/base';
import type { LetterAnswer, LetterQuestion } from '@acequia/contract/fleet';
import type { Connections } from './connections.ts';
import { createDesk, type Desk } from './desk.ts';

/** Asks workers about the dead letters they keep. */
export interface LetterDesks extends Pick<Desk<LetterQuestion, LetterAnswer>, 'answer' | 'isConnected'> {
  /** The worker's answer; undefined when it is not connected here, its stream ends meanwhile, it is silent or could not do it. */
  ask<D extends LetterQuestion['do']>(
    workerId: string,
    tenantId: string,
    question: Extract<LetterQuestion, { do: D }>,
  ): Promise<Extract<LetterAnswer, { did: AnswerOf<D> }> | undefined>;
}

type AnswerOf<D> = D extends 'redrive' | 'discard' ? 'change' : D;

/** Longer than a worker waits for its pipelines. */
const timeoutMs = 25 * secondMs;

export function createLetterDesks(connections: Connections, clock: Clock, random: Random): LetterDesks {
  const desk = createDesk<LetterQuestion, LetterAnswer>({
    connections,
    clock,
    random,
    timeoutMs,
    message: (requestId, tenantId, question) => ({ type: 'dead-letters', requestId, tenantId, question }),
  });
  return {
    ask: async (workerId, tenantId, question) => {
      const answer = await desk.ask(workerId, tenantId, question);
      const wanted = question.do === 'redrive' || question.do === 'discard' ? 'change' : question.do;
      return answer?.did === wanted ? (answer as never) : undefined;
    },
    answer: desk.answer,
    isConnected: desk.isConnected,
  };
}
