import type { LabelMatches, TraceResult } from '@acequia/contract';
import type { Expression, StoredExpression } from '@acequia/event';
import type { PipelineDocument } from '@acequia/pipeline';

/** A label to test; `id` is what the answer calls it. */
export interface TestedLabel {
  readonly id: string;
  readonly condition: StoredExpression;
}

/** The step whose output says what matched. */
export const matchNode = 'labels';
const fieldOf = (index: number): string => `acequia.label.${index}`;

/**
 * A document that writes down for each event of the listener which labels it matches, so that they are tested by the engine.
 * A test that cannot be evaluated leaves null, as it is no match in the engine.
 */
export function matchDocument(listenerId: string, labels: readonly TestedLabel[], generatorVersion: string): PipelineDocument {
  const common = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const nothing: Expression = { literal: null };
  const tests = labels.map(({ condition }, index) => ({
    name: fieldOf(index),
    source: 'expression',
    expression: { form: 'code', ast: { call: 'try', args: [condition.ast, nothing] } },
    ifExists: 'overwrite',
  }));
  const always = { name: fieldOf(labels.length), source: 'literal', literal: 'tested', ifExists: 'overwrite' };
  return {
    format: 1,
    nodes: [
      { kind: 'label', id: 'start', ...common, listenerId, labelId: 'all' },
      {
        kind: 'action',
        id: matchNode,
        ...common,
        component: 'field-generator',
        version: generatorVersion,
        config: { fields: [...tests, always] },
      },
    ],
    links: [{ id: 'l1', from: { node: 'start', port: 'default' }, to: { node: matchNode } }],
  };
}

const newestShown = 30;

/** Counts over what the tests wrote. */
export function matchesOf(result: TraceResult, labels: readonly TestedLabel[]): LabelMatches {
  const matched = Object.fromEntries(labels.map(({ id }) => [id, 0]));
  const failed: Record<string, number> = {};
  const pairs = new Map<string, { readonly labels: [string, string]; events: number }>();
  const events = testedEvents(result, labels);
  for (const event of events) {
    for (const id of event.matching) matched[id]! += 1;
    for (const id of event.failing) failed[id] = (failed[id] ?? 0) + 1;
    event.matching.forEach((a, index) => {
      for (const b of event.matching.slice(index + 1)) {
        const key = `${a} ${b}`;
        const pair = pairs.get(key);
        if (pair) pair.events += 1;
        else pairs.set(key, { labels: [a, b], events: 1 });
      }
    });
  }
  return {
    events: events.length,
    matched,
    unlabelled: events.filter(({ matching }) => matching.length === 0).length,
    failed,
    overlaps: [...pairs.values()].sort((a, b) => b.events - a.events),
    newest: events
      .slice(-newestShown)
      .reverse()
      .map(({ json, matching }) => ({ json, labels: matching })),
  };
}

interface TestedEvent {
  readonly json: string;
  readonly matching: string[];
  readonly failing: string[];
}

function testedEvents(result: TraceResult, labels: readonly TestedLabel[]): TestedEvent[] {
  return result.traces.flatMap(({ steps }): TestedEvent[] => {
    const step = steps.find(({ node }) => node === matchNode);
    const outcome = step?.outcomes[0];
    const written = outcome && 'event' in outcome ? outcome.event?.json : undefined;
    if (!step || written === undefined || written === '{}') return [];
    const fields = JSON.parse(written) as Readonly<Record<string, unknown>>;
    const of = (value: unknown) => labels.filter((_, index) => fields[fieldOf(index)] === value).map(({ id }) => id);
    return [{ json: step.input.json, matching: of(true), failing: of(null) }];
  });
}
