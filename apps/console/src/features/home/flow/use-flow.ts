import { useMemo } from 'react';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { useOperation } from '#lib/operations/use-operation.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import type { ChosenRange } from '#lib/ranges/chosen-range.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { buildFlow, keyOfLink, liveValues, rangeValues, type Column, type FlowGraph, type FlowValues, type Things } from './flow-graph.ts';

const refetchMs = 5000;

/** Until the first frame. */
const nothingFlows: FlowValues = { listener: () => 0, label: () => 0, entry: () => 0, delivery: () => 0 };

const noDay: ReadonlyMap<string, number> = new Map();

export interface FlowQuestion {
  readonly range: ChosenRange;
  readonly unit: 'events' | 'bytes';
  /** Of this moment, or summed over the range. */
  readonly of: 'now' | 'range';
  readonly hidden: readonly Column[];
}

/** The flow of the tenant; undefined until everything it is made of is known, or with the reason why it will not be. */
export function useFlow({ range, unit, of, hidden }: FlowQuestion): {
  readonly graph: FlowGraph | undefined;
  readonly things: Things | undefined;
  /** Of the rates of this moment, the events of a day by node and by link (`keyOfLink`); empty for everything else. */
  readonly day: ReadonlyMap<string, number>;
  readonly error: OperationError | undefined;
  readonly retry: () => void;
} {
  const { from, to } = usePeriod(range);
  const options = { keepPrevious: true, refetchMs };
  const period = usePeriod('24h');
  const tellsRates = of === 'now' && unit === 'events';
  const { data: dayFlows } = useOperation('metrics:flows', { from: period.from, to: period.to }, { ...options, enabled: tellsRates });
  const parts = [
    useOperation('metrics:flows', { from, to }, options),
    useOperation('listeners:list', {}),
    useOperation('clusters:list', {}),
    useOperation('labels:list', {}),
    useOperation('pipelines:list', {}),
    useOperation('datasinks:list', {}),
  ] as const;
  const [{ data: flows }, { data: listeners }, { data: clusters }, { data: labels }, { data: pipelines }, { data: datasinks }] = parts;
  const newest = useLiveFrame();
  const frame = of === 'now' ? newest : undefined;
  const things = useMemo(
    () => listeners && clusters && labels && pipelines && datasinks && { listeners, clusters, labels, pipelines, datasinks },
    [listeners, clusters, labels, pipelines, datasinks],
  );
  const graph = useMemo(() => {
    if (!things || !flows) return undefined;
    const values = of === 'range' ? rangeValues(flows, unit) : frame ? liveValues(frame, unit) : nothingFlows;
    return buildFlow(things, flows, values, hidden);
  }, [things, flows, frame, of, unit, hidden]);
  const day = useMemo(() => {
    if (!things || !dayFlows || !tellsRates) return noDay;
    const { nodes, links } = buildFlow(things, dayFlows, rangeValues(dayFlows, 'events'), hidden);
    return new Map([
      ...nodes.map(({ key, value }) => [key, value] as const),
      ...links.map((link) => [keyOfLink(link), link.value] as const),
    ]);
  }, [things, dayFlows, tellsRates, hidden]);
  const failed = parts.filter(({ data, error }) => error !== null && data === undefined);
  return { graph, things, day, error: failed[0]?.error ?? undefined, retry: () => failed.forEach(({ refetch }) => void refetch()) };
}
