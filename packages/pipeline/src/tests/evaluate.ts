import { differences, fieldsOf, type EventFields, type FieldDifference } from './compare-events.ts';
import { matchEvents } from './match-events.ts';
import type { PipelineDocument } from '../document.ts';
import { eventsAt } from './outputs.ts';
import type { Expectation, PipelineTest } from './saved-test.ts';
import type { TestRun } from './test-run.ts';

/** Why a test fails. `expectation` and `event` are numbers from 0; texts of events and values are JSON. */
export type TestFailure =
  /** The pipeline, or a node of it, cannot run. */
  | { readonly kind: 'fault'; readonly code: string; readonly node?: string; readonly message?: string }
  /** An expectation looks at a node that the pipeline does not have. */
  | { readonly kind: 'node'; readonly expectation: number; readonly node: string }
  /** The run gave more than is told; nothing can be said. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'count'; readonly expectation: number; readonly expected: number; readonly got: number }
  /** An expected event is not there: the `event`th of the expectation. */
  | { readonly kind: 'missing'; readonly expectation: number; readonly event: number; readonly expected: string }
  /** The `event`th event at the output is not expected. */
  | { readonly kind: 'extra'; readonly expectation: number; readonly event: number; readonly got: string }
  /** A field of the `event`th expected event differs from the event at its place, or from the one nearest to it. */
  | ({ readonly kind: 'field'; readonly expectation: number; readonly event: number } & FieldDifference);

export interface TestVerdict {
  readonly passed: boolean;
  readonly failures: readonly TestFailure[];
}

/** More are not told of one test. */
const failuresMax = 50;

/** Whether what a document did to the events of a test is what the test expects. */
export function evaluateTest(test: PipelineTest, document: PipelineDocument, run: TestRun): TestVerdict {
  const nodes = new Set(document.nodes.map(({ id }) => id));
  const faults = run.faults.map(({ code, node, message }): TestFailure => ({
    kind: 'fault',
    code,
    ...(node === undefined ? {} : { node }),
    ...(message === undefined ? {} : { message }),
  }));
  const failures: TestFailure[] =
    faults.length > 0 ? faults : run.cut ? [{ kind: 'cut' }] : test.expect.flatMap((each, index) => failuresOf(each, index, nodes, run));
  return { passed: failures.length === 0, failures: failures.slice(0, failuresMax) };
}

function failuresOf(wanted: Expectation, expectation: number, nodes: ReadonlySet<string>, run: TestRun): TestFailure[] {
  if (wanted.at !== 'dropped' && !nodes.has(wanted.at.node)) return [{ kind: 'node', expectation, node: wanted.at.node }];
  const texts = eventsAt(wanted.at, run);
  const there = texts.map(fieldsOf);
  const failures: TestFailure[] = [];
  if (wanted.count !== undefined && wanted.count !== there.length)
    failures.push({ kind: 'count', expectation, expected: wanted.count, got: there.length });
  if (wanted.exact) failures.push(...inexact(wanted.exact, there, expectation, wanted.ignore ?? []));
  const extra = wanted.exact ? texts.slice(wanted.exact.length) : [];
  for (const [index, got] of extra.entries())
    failures.push({ kind: 'extra', expectation, event: texts.length - extra.length + index, got });
  if (wanted.contains) failures.push(...uncontained(wanted.contains, there, expectation));
  return failures;
}

function inexact(wanted: readonly string[], there: readonly EventFields[], expectation: number, ignore: readonly string[]): TestFailure[] {
  return wanted.flatMap((expected, event): TestFailure[] => {
    const got = there[event];
    if (got === undefined) return [{ kind: 'missing', expectation, event, expected }];
    const fields = fieldsOf(expected);
    const names = new Set([...fields.keys(), ...got.keys()].filter((name) => !ignore.includes(name)));
    return differences(fields, got, names).map((each) => ({ kind: 'field', expectation, event, ...each }));
  });
}

function uncontained(wanted: readonly string[], there: readonly EventFields[], expectation: number): TestFailure[] {
  const fields = wanted.map(fieldsOf);
  const matches = matchEvents(fields, there);
  const taken = new Set(matches);
  const free = there.filter((_event, index) => !taken.has(index));
  return wanted.flatMap((expected, event) =>
    matches[event] === undefined ? nearest(expected, fields[event]!, free, expectation, event) : [],
  );
}

/** How the event that fits best differs; that none is there when nothing of it fits. */
function nearest(expected: string, wanted: EventFields, free: readonly EventFields[], expectation: number, event: number): TestFailure[] {
  const [best] = free.map((got) => differences(wanted, got, wanted.keys())).toSorted((a, b) => a.length - b.length);
  if (!best || best.every(({ got }) => got === undefined)) return [{ kind: 'missing', expectation, event, expected }];
  return best.map((each) => ({ kind: 'field', expectation, event, ...each }));
}
