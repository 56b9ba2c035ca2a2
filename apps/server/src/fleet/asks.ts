import type { Clock, Random } from '@acequia/base';
import type { DownMessage, Report } from '@acequia/contract/fleet';
import type { WorkerConnection } from './connections.ts';

export type WorkerAnswer = Report['answers'][number];

interface Answer {
  readonly requestId: string;
}

/** Questions to workers. Their answers come with a report, where nothing else is said. */
export interface Asks<A extends Answer = WorkerAnswer> {
  /** Undefined: no answer within the time, or the stream has ended before one came. Whether the worker did as it was asked is not known then. */
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
          connection.ended.removeEventListener('abort', leave);
          waiting.delete(requestId);
          resolve(answer);
        };
        const leave = () => end(undefined);
        const cancel = clock.after(timeoutMs, leave);
        if (connection.ended.aborted) return leave();
        connection.ended.addEventListener('abort', leave);
        waiting.set(requestId, end);
        connection.send(message(requestId));
      });
    },
    answer: (answers) => {
      for (const answer of answers) waiting.get(answer.requestId)?.(answer);
    },
  };
}
