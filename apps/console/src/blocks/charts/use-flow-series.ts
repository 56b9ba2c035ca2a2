import { useMemo } from 'react';
import type { OperationInput } from '@acequia/contract';
import type { Tone } from '@acequia/ui';
import { summed } from '#blocks/live/use-series.ts';
import { useOperation } from '#lib/operations/use-operation.ts';

type SeriesInput = OperationInput<'metrics:series'>;
export type FlowScope = SeriesInput['scope'];
export type Unit = 'events' | 'bytes';

interface LineSpec {
  readonly measure: SeriesInput['measure'];
  readonly word: 'in' | 'out' | 'rejected';
  readonly tone: Tone;
}

const received: Readonly<Record<Unit, readonly [LineSpec, LineSpec?]>> = {
  events: [
    { measure: 'eventsIn', word: 'in', tone: 'in' },
    { measure: 'rejected', word: 'rejected', tone: 'danger' },
  ],
  bytes: [{ measure: 'bytesIn', word: 'in', tone: 'in' }],
};

/** The lines of each kind of thing: what it takes in, lets out, or rejects. */
const specs: Readonly<Record<FlowScope, Readonly<Record<Unit, readonly [LineSpec, LineSpec?]>>>> = {
  listener: received,
  cluster: received,
  label: {
    events: [{ measure: 'eventsIn', word: 'in', tone: 'label' }],
    bytes: [{ measure: 'eventsIn', word: 'in', tone: 'label' }],
  },
  pipeline: {
    events: [
      { measure: 'eventsIn', word: 'in', tone: 'in' },
      { measure: 'eventsOut', word: 'out', tone: 'out' },
    ],
    bytes: [
      { measure: 'bytesIn', word: 'in', tone: 'in' },
      { measure: 'bytesOut', word: 'out', tone: 'out' },
    ],
  },
  datasink: {
    events: [
      { measure: 'eventsOut', word: 'out', tone: 'out' },
      { measure: 'rejected', word: 'rejected', tone: 'danger' },
    ],
    bytes: [{ measure: 'bytesOut', word: 'out', tone: 'out' }],
  },
};

/** Whether it is drawn as two lines. */
export const hasTwoLines = (scope: FlowScope, unit: Unit): boolean => specs[scope][unit].length === 2;

export interface FlowSeries {
  readonly at: readonly number[];
  readonly stepMs: number;
  readonly lines: readonly (Omit<LineSpec, 'measure'> & { readonly counts: readonly number[] })[];
}

export interface FlowQuestion {
  readonly scope: FlowScope;
  readonly unit: Unit;
  /** Empty: all of the scope together. */
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly refetchMs: number | undefined;
}

/** Counts per step of each line; undefined until known. */
export function useFlowSeries({ scope, unit, ids, from, to, stepMs, refetchMs }: FlowQuestion): FlowSeries | undefined {
  const [first, second] = specs[scope][unit];
  const common = { scope, ids: [...ids], from, to, stepMs };
  const options = { keepPrevious: true, ...(refetchMs === undefined ? {} : { refetchMs }) };
  const { data: one } = useOperation('metrics:series', { ...common, measure: first.measure }, options);
  const { data: two } = useOperation(
    'metrics:series',
    { ...common, measure: (second ?? first).measure },
    { ...options, enabled: second !== undefined },
  );
  return useMemo(() => {
    if (!one || (second && !two)) return undefined;
    const line = ({ word, tone }: LineSpec, counts: readonly number[]) => ({
      word,
      tone,
      counts: one.at.map((_, index) => counts[index] ?? 0),
    });
    return {
      at: one.at,
      stepMs: one.stepMs,
      lines: [line(first, summed(one.series)), ...(second && two ? [line(second, summed(two.series))] : [])],
    };
  }, [one, two, first, second]);
}
