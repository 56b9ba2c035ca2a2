import { dateMs, id, integer, json, line } from '@acequia/base/bounded';
import * as z from 'zod';
import { heldSchema, historyCursorSchema, historyEventsMax, historyPageSchema } from '../history-shapes.ts';
import { operation } from '../operation.ts';
import { nothing, rangeFault } from '../shapes.ts';

export const dataHistory = {
  /** From the workers' reports, at most 10 s old, and the ledger. */
  held: operation({
    method: 'GET',
    path: '/data-history',
    summary: 'Get what the journals keep of each listener',
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
    summary: 'Search the kept events of a listener',
    permission: 'listener:read',
    content: 'refused',
    input: z
      .object({
        listenerId: id,
        labelId: id.default('all'),
        /** Received from here on and before `to`. */
        from: dateMs,
        to: dateMs,
        /** In the text as it was received; capitals do not matter. */
        text: line(1024).default(''),
        /** A stored condition of the expression language. */
        condition: json.optional(),
        count: integer(1, historyEventsMax).default(50),
        next: historyCursorSchema.optional(),
      })
      .refine(({ from, to }) => from < to, rangeFault),
    output: historyPageSchema,
    errors: ['WEB-00026', 'ACQ-NOT-FOUND', 'ACQ-CONFIG', 'ACQ-TOO-MANY', 'ACQ-WORKER-AWAY'],
    reads: ['listener', 'label'],
  }),
};
