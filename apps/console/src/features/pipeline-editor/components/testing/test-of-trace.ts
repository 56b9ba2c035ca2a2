import type { TraceResult } from '@acequia/contract';
import { eventsAt, testChars, testCharsMax, testEventsMax, type PipelineDocument, type PipelineTest } from '@acequia/pipeline';

/**
 * A test of what a run did: its events in, and as expectation what reached each data sink and how many were dropped. Of a run
 * that is too large for a test, its first events.
 */
export function testOf(result: TraceResult, document: PipelineDocument, name: string, atMs: number): PipelineTest {
  const came = result.traces.filter(({ madeBy, steps }) => madeBy === undefined && steps.length > 0);
  for (let count = Math.min(came.length, testEventsMax); ; count = Math.floor(count / 2)) {
    const numbers = new Set(came.slice(0, count).map(({ event }) => event));
    const test = testOfTraces({ ...result, traces: result.traces.filter(({ event }) => numbers.has(event)) }, document, name, atMs);
    if (count <= 1 || testChars(test) <= testCharsMax) return test;
  }
}

function testOfTraces(kept: TraceResult, document: PipelineDocument, name: string, atMs: number): PipelineTest {
  const sinks = document.nodes.filter(({ kind }) => kind === 'datasink').map(({ id }) => id);
  return {
    name,
    clock: new Date(atMs).toISOString(),
    input: { events: kept.traces.flatMap(({ madeBy, steps }) => (madeBy === undefined && steps[0] ? [steps[0].input.json] : [])) },
    expect: [
      ...sinks.map((node) => ({ at: { node }, exact: [...eventsAt({ node }, kept)] })),
      { at: 'dropped', count: eventsAt('dropped', kept).length },
    ],
  };
}
