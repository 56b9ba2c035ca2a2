import { filledLine } from '@acequia/base/bounded';
import * as z from 'zod';
import { operation } from '../operation.ts';

/** What a first event can come from. */
export const startSources = ['syslog', 'http', 'opentelemetry', 'file', 'sample'] as const;
export type StartSource = (typeof startSources)[number];

/** What a set-up made, or found as an earlier one had made it. */
export const startSetupSchema = z.object({
  source: z.enum(startSources),
  listenerId: z.string(),
  pipelineId: z.string(),
  /** The published version. */
  version: z.string(),
  datasinkId: z.string(),
  /** Where delivered events are written: the folder as the data sink names it, and the file in it. */
  file: z.object({ root: z.string(), path: z.string() }),
  /** What senders prove themselves with, in clear. Only in the answer that made it; null: it was made earlier, or none is needed. */
  token: z.string().nullable(),
});
export type StartSetup = z.infer<typeof startSetupSchema>;

export const getStarted = {
  setUp: operation({
    method: 'POST',
    path: '/get-started',
    summary: 'Set up a listener, a pipeline and a file data sink, and publish',
    description:
      'Makes what is missing of the set-up for this source and answers with it, so a repeated call makes nothing twice. A listener whose port another program uses moves to the next free one. With `newToken`, an earlier token is replaced and no longer accepted.',
    permission: 'pipeline:create',
    input: z.object({
      source: z.enum(startSources),
      /** Of the file to follow, as the worker sees it; only for `file`. */
      path: filledLine(1024).optional(),
      /** Of the names that are given. */
      language: z.enum(['en', 'es']).default('en'),
      newToken: z.boolean().default(false),
    }),
    output: startSetupSchema,
    errors: [
      'WEB-00031',
      'WEB-12006',
      'ACQ-CONFIG',
      'ACQ-PORT-TAKEN',
      'ACQ-PORT-RANGE',
      'ACQ-NO-CLUSTER',
      'ACQ-COMPONENT-MISSING',
      'ACQ-FILE-ROOT',
      'ACQ-NOT-PUBLISHABLE',
    ],
    changes: ['listener', 'datasink', 'pipeline', 'version', 'secret'],
    activity: { entity: 'pipeline', operation: 'update' },
  }),
};
