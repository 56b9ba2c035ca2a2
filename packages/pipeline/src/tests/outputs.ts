import type { TestOutput } from './saved-test.ts';
import type { RunEvent, RunOutcome, TestRun } from './test-run.ts';

/** The events at an output, as JSON texts, in the order of the events in. */
export function eventsAt(output: TestOutput, { traces }: TestRun): readonly string[] {
  if (output === 'dropped') return traces.filter(isDropped).map(asItCame);
  const { node, port } = output;
  return traces.flatMap(({ steps }) =>
    steps.filter((step) => step.node === node).flatMap(({ outcomes }) => outcomes.flatMap((outcome) => textAt(outcome, port))),
  );
}

/** What would have left by a port without a link counts there, when the port is named. */
function textAt(outcome: RunOutcome, port: string | undefined): readonly string[] {
  const wanted =
    (outcome.kind === 'arrived' && port === undefined) ||
    (outcome.kind === 'left' && (port === undefined || port === outcome.port)) ||
    (outcome.kind === 'ended' && port !== undefined && port === outcome.port) ||
    (outcome.kind === 'refused' && port === 'error');
  return wanted && outcome.event ? [outcome.event.json] : [];
}

/** It came in, arrives nowhere and is in no node's state. */
const isDropped = ({ madeBy, steps }: RunEvent): boolean =>
  madeBy === undefined && !steps.some(({ outcomes }) => outcomes.some(({ kind }) => kind === 'arrived' || kind === 'held'));

const asItCame = ({ steps }: RunEvent): string => steps[0]?.input.json ?? '{}';
