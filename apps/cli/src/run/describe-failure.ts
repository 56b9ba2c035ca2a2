import type { PipelineTest, TestFailure } from '@acequia/pipeline';

/** Why a test fails, in one line a person can act on. Events are counted from 1. */
export function describeFailure(failure: TestFailure, test: PipelineTest): string {
  if (failure.kind === 'fault')
    return `${failure.node ?? 'the pipeline'} cannot run: ${failure.code}${failure.message === undefined ? '' : ` (${failure.message})`}`;
  if (failure.kind === 'cut') return 'the run produced too many results to check; use fewer or smaller events';
  const place = placeOf(test, failure.expectation);
  switch (failure.kind) {
    case 'node':
      return `${place}: the pipeline has no node ${failure.node}`;
    case 'count':
      return `${place}: ${failure.expected} events expected, got ${failure.got}`;
    case 'missing':
      return `${place}: expected event ${failure.event + 1} is missing: ${failure.expected}`;
    case 'extra':
      return `${place}: event ${failure.event + 1} is not expected: ${failure.got}`;
    case 'field':
      return `${place}: event ${failure.event + 1}, field ${failure.field}: expected ${failure.expected ?? 'none'}, got ${failure.got ?? 'none'}`;
  }
}

function placeOf(test: PipelineTest, expectation: number): string {
  const at = test.expect[expectation]?.at ?? 'dropped';
  if (at === 'dropped') return at;
  return at.port === undefined ? at.node : `${at.node}.${at.port}`;
}
