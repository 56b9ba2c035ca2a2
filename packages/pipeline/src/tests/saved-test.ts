import { filledLine, integer, text } from '@acequia/base/bounded';
import { isObjectNode, parseJson } from '@acequia/event';
import * as z from 'zod';

/** Of one pipeline. */
export const testsMax = 100;
/** Events in of one test. */
export const testEventsMax = 1000;
/** Characters of one event, and of all texts of a test. A test fits into one call of the API. */
export const testEventCharsMax = 65_536;
export const testCharsMax = 262_144;
const expectationsMax = 100;

const isEventJson = (text: string): boolean => {
  const parsed = parseJson(text);
  return parsed.ok && isObjectNode(parsed.value.node);
};
const eventText = text(testEventCharsMax);
const eventJson = eventText.refine(isEventJson, { error: 'no JSON object' });
const eventList = z.array(eventJson).max(testEventsMax);

/** What goes in: `raw`, texts as the listener receives them, or `events`, JSON objects that stand for decoded events. */
export const testInputSchema = z.union([
  z.strictObject({
    raw: z.array(eventText).min(1).max(testEventsMax),
    /** What the listener's decoder reads of its protocol, such as `element: json` for `http`. */
    attributes: z.record(text(64), text(1024)).optional(),
  }),
  z.strictObject({ events: z.array(eventJson).min(1).max(testEventsMax) }),
]);

/**
 * Where a test looks: at a datasink (what arrived), at an action or one of its output ports (what left), or at the events that
 * arrived nowhere.
 */
export const testOutputSchema = z.union([z.literal('dropped'), z.strictObject({ node: text(32), port: text(64).optional() })]);

/** What has to be there. All that is said must hold. */
export const expectationSchema = z
  .strictObject({
    at: testOutputSchema,
    /** How many events. */
    count: integer(0, 1_000_000).optional(),
    /** Exactly these events in this order, with all their fields and no others. JSON texts. */
    exact: eventList.optional(),
    /** Fields that `exact` does not look at. */
    ignore: z.array(text(256)).max(100).optional(),
    /** For each of these there is an event of its own that has these fields; it may have more. JSON texts. */
    contains: eventList.optional(),
  })
  .refine(({ count, exact, contains }) => count !== undefined || exact !== undefined || contains !== undefined, {
    error: 'one of count, exact and contains is needed',
  });

/** A saved test of a pipeline: events in, expectations out. Texts keep 64-bit integers exact. */
export const pipelineTestSchema = z
  .strictObject({
    /** Unique in its pipeline. */
    name: filledLine(128),
    /** The time the pipeline reads, which stands still; absent: the time of the run. */
    clock: z.iso.datetime({ offset: true }).max(40).optional(),
    input: testInputSchema,
    expect: z.array(expectationSchema).min(1).max(expectationsMax),
  })
  .refine((test) => testChars(test) <= testCharsMax, { error: `more than ${testCharsMax} characters` });

/** The tests of a pipeline, each name once. */
export const pipelineTestsSchema = z
  .array(pipelineTestSchema)
  .max(testsMax)
  .superRefine((tests, context) => {
    const names = new Set<string>();
    for (const [index, { name }] of tests.entries()) {
      if (names.has(name)) context.addIssue({ code: 'custom', path: [index, 'name'], message: `a second test ${name}`, input: tests });
      names.add(name);
    }
  });

export interface PipelineTest {
  name: string;
  clock?: string | undefined;
  input: TestInput;
  expect: Expectation[];
}
export type TestInput = z.infer<typeof testInputSchema>;
export type TestOutput = z.infer<typeof testOutputSchema>;
export type Expectation = z.infer<typeof expectationSchema>;

/** Characters of its texts. */
export function testChars({ input, expect }: Pick<PipelineTest, 'input' | 'expect'>): number {
  const texts = ['raw' in input ? input.raw : input.events, ...expect.flatMap(({ exact = [], contains = [] }) => [exact, contains])];
  return texts.flat().reduce((sum, text) => sum + text.length, 0);
}

/** The time a test's clock stands at, ms since 1970; undefined: the time of the run. */
export const frozenMsOf = ({ clock }: PipelineTest): number | undefined => (clock === undefined ? undefined : Date.parse(clock));
