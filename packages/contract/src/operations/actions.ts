import { id, jsonObject, raw } from '@acequia/base/bounded';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { traceEventChars, traceEventsMax, traceResultSchema } from '../trace-shapes.ts';

export const actions = {
  /** One action alone, with all its ports linked; its node in the answer is called `action`. */
  test: operation({
    method: 'POST',
    path: '/actions/test',
    summary: 'Test an action on events',
    permission: 'pipeline:update',
    content: 'sent',
    input: z.object({
      component: id,
      config: jsonObject,
      /** JSON objects. */
      events: z.array(raw(traceEventChars)).min(1).max(traceEventsMax),
    }),
    output: traceResultSchema,
    errors: ['ACQ-COMPONENT-MISSING', 'ACQ-CONFIG', 'ACQ-WORKER-AWAY', 'ACQ-TOO-MANY'],
  }),
};
