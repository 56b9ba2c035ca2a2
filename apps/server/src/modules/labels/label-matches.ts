import type { LabelMatches, TraceResult } from '@acequia/contract';
import { fieldOf, matchNode, type TestedLabel } from './match-document.ts';

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
