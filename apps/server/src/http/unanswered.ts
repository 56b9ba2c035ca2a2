import type { ServerResponse } from 'node:http';
import { secondMs, type Clock } from '@acequia/base';
import type { FastifyInstance } from 'fastify';

/** How long a stop lets requests under way end. */
export const answerWithinMs = 5 * secondMs;

/**
 * Lets `close` of the server wait until what was asked for before it is answered, at most `answerWithinMs`; meanwhile new
 * requests are refused (503). Streams have their answer and are not waited for. Call before routes are added.
 */
export function answerBeforeClose(http: FastifyInstance, clock: Clock): void {
  const unanswered = new Set<ServerResponse>();
  let onAnswer = () => undefined as void;
  const answered = (response: ServerResponse) => {
    unanswered.delete(response);
    onAnswer();
  };
  http.addHook('onRequest', async (_request, reply) => {
    const { raw } = reply;
    unanswered.add(raw);
    raw.once('close', () => answered(raw));
  });
  http.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) answered(reply.raw);
  });
  http.addHook('preClose', async () => {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(answerWithinMs, resolve);
      onAnswer = () => {
        if (unanswered.size > 0) return;
        cancel();
        resolve();
      };
      onAnswer();
    });
  });
}
