import { pipelineTestSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { eventContent } from './event-content.ts';
import { moment } from './shapes.ts';

/** A saved test of a pipeline's draft, or of a version as it was published. */
export const savedTestSchema = z.object({
  id: z.string(),
  /** Grows with each change; sent back on save to find a conflict. */
  revision: z.int(),
  test: eventContent(pipelineTestSchema),
  updatedAt: moment,
  updatedBy: z.string(),
});

const place = { expectation: z.int(), event: z.int() };

/** Why a test fails; numbers from 0, values and events as JSON texts. */
export const testFailureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fault'), code: z.string(), node: z.string().optional(), message: z.string().optional() }),
  z.object({ kind: z.literal('node'), expectation: z.int(), node: z.string() }),
  z.object({ kind: z.literal('cut') }),
  z.object({ kind: z.literal('count'), expectation: z.int(), expected: z.int(), got: z.int() }),
  z.object({ kind: z.literal('missing'), ...place, expected: eventContent(z.string()) }),
  z.object({ kind: z.literal('extra'), ...place, got: eventContent(z.string()) }),
  z.object({
    kind: z.literal('field'),
    ...place,
    field: z.string(),
    /** Absent: the field is not to be there. */
    expected: eventContent(z.string()).optional(),
    /** Absent: the field is not there. */
    got: eventContent(z.string()).optional(),
  }),
]);

export const testResultSchema = z.object({ id: z.string(), name: z.string(), passed: z.boolean(), failures: z.array(testFailureSchema) });

export type SavedTest = z.infer<typeof savedTestSchema>;
export type TestResult = z.infer<typeof testResultSchema>;
