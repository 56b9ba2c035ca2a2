import { filledLine, integerParameter, line, raw } from '@acequia/base/bounded';
import * as z from 'zod';
import { eventContent } from '../event-content.ts';
import {
  letterCauseSchema,
  letterDetailSchema,
  letterFilterSchema,
  letterIdsMax,
  letterJsonCharsMax,
  letterReportSchema,
  letterSchema,
} from '../dead-letter-shapes.ts';
import { operation } from '../operation.ts';
import { idInput, isRange, rangeFault } from '../shapes.ts';

const letterId = line(160);
/** Names of workers that did not answer: what they hold is missing. */
const away = z.array(z.string());
const cursor = line(2000).optional();
/** Named letters, or a piece of all that fit, oldest first; `next` of the answer asks for the next piece. */
const selection = z.union([
  z.object({ ids: z.array(letterId).min(1).max(letterIdsMax) }),
  z.object({ filter: letterFilterSchema.omit({ state: true }).refine(isRange, rangeFault), cursor }),
]);
const changed = letterReportSchema.extend({
  away,
  /** Null at the end. */
  next: z.string().nullable(),
});

export const deadLetters = {
  /** Open letters in groups, those of last come first, and how near the limits are. */
  causes: operation({
    method: 'GET',
    path: '/dead-letters/causes',
    summary: 'Count dead letters by cause',
    permission: 'dead-letter:read',
    input: z.object({}),
    output: z.object({
      causes: z.array(letterCauseSchema),
      bytes: z.number(),
      /** Of one worker; the oldest fall out above it, or at this age. */
      limitBytes: z.number(),
      ageMs: z.number(),
      /** Open letters that fell out. */
      lost: z.object({ limit: z.int(), age: z.int() }),
      away,
    }),
    reads: ['dead-letter'],
  }),
  /** Newest first. A page may hold few letters or none and still have a next one: the search goes on there. */
  list: operation({
    method: 'GET',
    path: '/dead-letters',
    summary: 'List dead letters',
    description:
      'Without `content:read`, `message` and `preview` are empty, `expected` is absent and `response` is null, and the filter `text` is refused with `ACQ-CONTENT-HIDDEN`.',
    permission: 'dead-letter:read',
    content: 'withheld',
    input: letterFilterSchema.extend({ cursor, limit: integerParameter(1, 200).default(100) }).refine(isRange, rangeFault),
    output: z.object({ letters: z.array(letterSchema), next: z.string().nullable(), away }),
    errors: ['ACQ-CONTENT-HIDDEN'],
    reads: ['dead-letter'],
  }),
  find: operation({
    method: 'GET',
    path: '/dead-letters/{id}',
    summary: 'Get a dead letter with its event',
    permission: 'dead-letter:read',
    content: 'refused',
    input: z.object({ id: letterId }),
    output: letterDetailSchema,
    errors: ['ACQ-NOT-FOUND', 'ACQ-WORKER-AWAY'],
    reads: ['dead-letter'],
  }),
  /** Gives its event other fields; a letter with them takes its place, whose id is answered. */
  edit: operation({
    method: 'PUT',
    path: '/dead-letters/{id}',
    summary: 'Change the fields of a dead letter',
    permission: 'dead-letter:update',
    input: z.object({ id: letterId, json: raw(letterJsonCharsMax) }),
    output: idInput,
    errors: ['ACQ-NOT-FOUND', 'ACQ-WORKER-AWAY', 'ACQ-LETTER-CLOSED', 'ACQ-LETTER-FIELDS'],
    changes: ['dead-letter'],
    activity: { entity: 'deadLetter', operation: 'update' },
  }),
  /**
   * Into the running version of its pipeline: `node`, where it was refused, or `start`, as if just labelled. Ids stay. With `node`, an
   * event that was set aside before it ran starts where it came in: every data sink behind that gets it, also one that has it already.
   */
  redrive: operation({
    method: 'POST',
    path: '/dead-letters/redrive',
    summary: 'Send dead letters again',
    permission: 'dead-letter:update',
    input: z.object({ letters: selection, into: z.enum(['node', 'start']) }),
    output: changed,
    errors: ['ACQ-WORKER-AWAY', 'ACQ-WORKER-SILENT'],
    changes: ['dead-letter'],
    activity: { entity: 'deadLetter', operation: 'redrive' },
  }),
  discard: operation({
    method: 'POST',
    path: '/dead-letters/discard',
    summary: 'Discard dead letters',
    permission: 'dead-letter:delete',
    input: z.object({ letters: selection, reason: filledLine(200) }),
    output: changed,
    errors: ['ACQ-WORKER-AWAY', 'ACQ-WORKER-SILENT'],
    changes: ['dead-letter'],
    activity: { entity: 'deadLetter', operation: 'delete' },
  }),
  /** A piece of a file: lines of JSON, or of CSV with a header in the first piece and no cell that a spreadsheet runs. */
  export: operation({
    method: 'POST',
    path: '/dead-letters/export',
    summary: 'Export dead letters',
    permission: 'dead-letter:read',
    content: 'refused',
    input: letterFilterSchema.extend({ format: z.enum(['ndjson', 'csv']), cursor }).refine(isRange, rangeFault),
    output: z.object({ text: eventContent(z.string()), count: z.int(), next: z.string().nullable(), away }),
    activity: { entity: 'deadLetter', operation: 'export' },
  }),
};
