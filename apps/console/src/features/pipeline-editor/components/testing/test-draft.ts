import { isObjectNode, parseJson } from '@acequia/event';
import {
  pipelineTestSchema,
  testCharsMax,
  testEventCharsMax,
  testEventsMax,
  type Expectation,
  type PipelineTest,
  type TestOutput,
} from '@acequia/pipeline';

/** An expectation as the form holds it: one thing that is looked at. */
export interface ExpectationDraft {
  readonly key: number;
  /** `dropped`, `node`, or `node.port`. */
  readonly at: string;
  readonly mode: 'count' | 'exact' | 'contains';
  /** The number, or one event on each line. */
  readonly text: string;
  readonly ignore: string;
}

/** A test as the form holds it. */
export interface TestDraft {
  readonly name: string;
  readonly clock: string;
  readonly kind: 'raw' | 'events';
  readonly lines: string;
  readonly expect: readonly ExpectationDraft[];
  readonly attributes: Readonly<Record<string, string>> | undefined;
}

/** What is wrong with a draft: a text of the form and the values it names. */
export type DraftFault =
  | {
      readonly field: 'name' | 'clock' | 'lines' | 'expect';
      readonly text: 'nameMissing' | 'clockBad' | 'linesMissing' | 'tooLarge' | 'expectationMissing';
    }
  | { readonly field: 'lines'; readonly text: 'lineBad'; readonly line: number }
  | { readonly field: number; readonly text: 'countMissing' }
  | { readonly field: number; readonly text: 'lineBad'; readonly line: number };

export const emptyTest: TestDraft = { name: '', clock: '', kind: 'events', lines: '', expect: [], attributes: undefined };

const dot = '.';
const atText = (at: TestOutput): string => (at === 'dropped' ? at : at.port === undefined ? at.node : `${at.node}${dot}${at.port}`);
function atOf(text: string): TestOutput {
  if (text === 'dropped') return text;
  const at = text.indexOf(dot);
  return at < 0 ? { node: text } : { node: text.slice(0, at), port: text.slice(at + 1) };
}

export function draftOf(test: PipelineTest): TestDraft {
  const { input } = test;
  const rows = test.expect.flatMap(({ at, count, exact, contains, ignore }): Omit<ExpectationDraft, 'key'>[] => [
    ...(count === undefined ? [] : [{ at: atText(at), mode: 'count' as const, text: String(count), ignore: '' }]),
    ...(exact ? [{ at: atText(at), mode: 'exact' as const, text: exact.join('\n'), ignore: (ignore ?? []).join(', ') }] : []),
    ...(contains ? [{ at: atText(at), mode: 'contains' as const, text: contains.join('\n'), ignore: '' }] : []),
  ]);
  return {
    name: test.name,
    clock: test.clock ?? '',
    kind: 'raw' in input ? 'raw' : 'events',
    lines: ('raw' in input ? input.raw : input.events).join('\n'),
    expect: rows.map((row, key) => ({ ...row, key })),
    attributes: 'raw' in input ? input.attributes : undefined,
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** The first line that is no JSON object, counted from 1; 0: none. */
const badLine = (lines: readonly string[]): number =>
  lines.findIndex((line) => {
    const parsed = parseJson(line);
    return !parsed.ok || !isObjectNode(parsed.value.node);
  }) + 1;

/** Everything that keeps the draft from being saved. */
export function draftFaults(draft: TestDraft): readonly DraftFault[] {
  const lines = linesOf(draft.lines);
  const faults: DraftFault[] = [];
  if (draft.name.trim() === '') faults.push({ field: 'name', text: 'nameMissing' });
  if (draft.clock.trim() !== '' && !pipelineTestSchema.shape.clock.safeParse(draft.clock.trim()).success)
    faults.push({ field: 'clock', text: 'clockBad' });
  const bad = draft.kind === 'events' ? badLine(lines) : 0;
  if (lines.length === 0) faults.push({ field: 'lines', text: 'linesMissing' });
  else if (bad > 0) faults.push({ field: 'lines', text: 'lineBad', line: bad });
  else if (isTooLarge(lines, draft)) faults.push({ field: 'lines', text: 'tooLarge' });
  if (draft.expect.length === 0) faults.push({ field: 'expect', text: 'expectationMissing' });
  for (const { key, mode, text } of draft.expect) {
    if (mode === 'count' && !/^\d{1,6}$/.test(text.trim())) faults.push({ field: key, text: 'countMissing' });
    const wrong = mode === 'count' ? 0 : badLine(linesOf(text));
    if (wrong > 0) faults.push({ field: key, text: 'lineBad', line: wrong });
  }
  return faults;
}

const isTooLarge = (lines: readonly string[], { expect }: TestDraft): boolean =>
  lines.length > testEventsMax ||
  [...lines, ...expect.flatMap(({ text }) => linesOf(text))].some((line) => line.length > testEventCharsMax) ||
  [...lines, ...expect.map(({ text }) => text)].reduce((sum, text) => sum + text.length, 0) > testCharsMax;

/** Of a draft without faults. */
export function testOfDraft(draft: TestDraft): PipelineTest {
  const lines = linesOf(draft.lines);
  const clock = draft.clock.trim();
  return {
    name: draft.name.trim(),
    ...(clock === '' ? {} : { clock }),
    input:
      draft.kind === 'events' ? { events: lines } : { raw: lines, ...(draft.attributes ? { attributes: { ...draft.attributes } } : {}) },
    expect: draft.expect.map(expectationOf),
  };
}

function expectationOf({ at, mode, text, ignore }: ExpectationDraft): Expectation {
  if (mode === 'count') return { at: atOf(at), count: Number(text) };
  const events = linesOf(text);
  const names = ignore
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return mode === 'exact'
    ? { at: atOf(at), exact: events, ...(names.length > 0 ? { ignore: names } : {}) }
    : { at: atOf(at), contains: events };
}
