import type { Clock, Random } from '@acequia/base';
import type { DownMessage, Report } from '@acequia/contract/fleet';
import type { WorkerConnection } from './connections.ts';

export type WorkerAnswer = Report['answers'][number];

interface Answer {
  readonly requestId: string;
}

/** Questions to workers. Their answers come with a report, where nothing else is said. */
export interface Asks<A extends Answer = WorkerAnswer> {
  /** Undefined: no answer within the time. */
  ask(connection: WorkerConnection, message: (requestId: string) => DownMessage, timeoutMs: number): Promise<A | undefined>;
  answer(answers: readonly A[]): void;
}

export function createAsks<A extends Answer = WorkerAnswer>(clock: Clock, random: Random): Asks<A> {
  const waiting = new Map<string, (answer: A) => void>();
  return {
    ask: (connection, message, timeoutMs) => {
      const requestId = Buffer.from(random.bytes(16)).toString('hex');
      return new Promise((resolve) => {
        const end = (answer: A | undefined) => {
          cancel();
          waiting.delete(requestId);
          resolve(answer);
        };
        const cancel = clock.after(timeoutMs, () => end(undefined));
        waiting.set(requestId, end);
        connection.send(message(requestId));
      });
    },
    answer: (answers) => {
      for (const answer of answers) waiting.get(answer.requestId)?.(answer);
    },
  };
}
