import { id } from '@acequia/base/bounded';
import { documentSchema } from '@acequia/pipeline';
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { assistantMessagesMax, assistantMessageSchema, assistantPieceSchema, assistantStatusSchema } from '../assistant-shapes.ts';
import { operation } from '../operation.ts';
import { nothing } from '../shapes.ts';

export const assistant = {
  status: operation({
    method: 'GET',
    path: '/assistant',
    summary: 'Get the state of the assistant',
    permission: 'pipeline:read',
    input: nothing,
    output: assistantStatusSchema,
  }),
  /**
   * Answers the last message of a conversation with the model that the operator has set. The model looks things up with the
   * caller's own permission, and can propose changes of a draft to who may change pipelines; it changes nothing. Events are shown
   * to it only with `showEvents`. The conversation is not kept.
   */
  ask: operation({
    method: 'POST',
    path: '/assistant',
    summary: 'Ask the assistant',
    permission: 'pipeline:read',
    content: 'inner',
    keys: false,
    input: z.object({
      messages: z.array(assistantMessageSchema).min(1).max(assistantMessagesMax),
      language: z.enum(['en', 'es']).default('en'),
      showEvents: z.boolean().default(false),
      /** The pipeline that is looked at, and its document as it is typed; proposals are made for a draft alone. */
      place: z.object({ pipelineId: id, version: id, document: documentSchema, draft: z.boolean() }).optional(),
    }),
    stream: true,
    output: eventIterator(assistantPieceSchema),
    errors: [
      'ACQ-FEATURE-OFF',
      'WEB-10008',
      'ACQ-ASSISTANT-LIMIT',
      'ACQ-ASSISTANT-LONG',
      'ACQ-ASSISTANT-AWAY',
      'ACQ-ASSISTANT-REFUSED',
      'ACQ-ASSISTANT-ANSWER',
    ],
    // A conversation is many questions.
    activity: { entity: 'assistant', operation: 'start', everyMs: 600_000 },
  }),
};
