import { useMemo } from 'react';
import { useOperation } from '#lib/operations/use-operation.ts';
import type { ChosenRange } from '#lib/ranges/chosen-range.ts';
import type { NamedRange } from '#lib/ranges/presets.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';

const pointsShown = 48;

/** Counts over time by id, for the small drawings; empty until known. */
export function useSeries(
  scope: 'listener' | 'pipeline' | 'datasink',
  measure: 'eventsIn' | 'eventsOut' | 'bytesIn' | 'bytesOut',
  range: NamedRange | ChosenRange = '24h',
): Readonly<Record<string, readonly number[]>> {
  const { from, to } = usePeriod(range);
  const { data } = useOperation('metrics:series', { scope, measure, from, to, points: pointsShown }, { keepPrevious: true });
  return useMemo(() => data?.series ?? {}, [data]);
}

/** Point by point over all lines but the excluded. */
export function summed(series: Readonly<Record<string, readonly number[]>>, excluded: readonly string[] = []): readonly number[] {
  const lines = Object.entries(series).flatMap(([id, line]) => (excluded.includes(id) ? [] : [line]));
  return Array.from({ length: Math.max(0, ...lines.map((line) => line.length)) }, (_, index) =>
    lines.reduce((sum, line) => sum + (line[index] ?? 0), 0),
  );
}
