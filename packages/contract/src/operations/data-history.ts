import * as z from 'zod';
import { heldSchema, historyCursorSchema, historyEventsMax, historyPageSchema } from '../history-shapes.ts';
import { operation } from '../operation.ts';
import { moment, nothing } from '../shapes.ts';

export const dataHistory = {
  /** From the workers' reports, at most 10 s old, and the ledger. */
  held: operation({
    method: 'GET',
    path: '/data-history',
    summary: 'What the journals hold of each listener',
    permission: 'listener:read',
    input: nothing,
    output: heldSchema,
    reads: ['listener', 'datasink', 'version', 'metrics'],
  }),
  /**
   * One page of the kept events of a listener, the newest first. Each worker of its cluster looks through at most 16 MiB, for at most
   * some seconds; `next` of a page goes on where it ended, with the same question.
   */
  search: operation({
    method: 'POST',
    path: '/data-history/search',
    summary: 'Search in the kept events of a listener',
    permission: 'listener:read',
    input: z
      .object({
        listenerId: z.string().max(64),
        labelId: z.string().max(64).default('all'),
        /** Received from here on and before `to`. */
        from: moment,
        to: moment,
        /** In the text as it was received; capitals do not matter. */
        text: z.string().max(1024).default(''),
        /** A stored condition of the expression language. */
        condition: z.unknown().optional(),
        count: z.int().min(1).max(historyEventsMax).default(50),
        next: historyCursorSchema.optional(),
      })
      .refine(({ from, to }) => from < to, 'the start must be before the end'),
    output: historyPageSchema,
    errors: ['WEB-00026', 'ACQ-NOT-FOUND', 'ACQ-CONFIG', 'ACQ-TOO-MANY', 'ACQ-WORKER-AWAY'],
    reads: ['listener', 'label'],
  }),
};
