import { minuteMs } from '@acequia/base';
import type { Series, Totals } from '@acequia/contract';
import type { TenantScope } from '../../tenant-scope.ts';
import { presentTotals } from './metrics.present.ts';
import { sumLedger, sumSteps } from './metrics.store.ts';

/** Sums of the ledger from `from` (included) to `to` (excluded), by whole minutes. */
export async function readTotals(scope: TenantScope, range: { readonly from: number; readonly to: number }): Promise<Totals> {
  return presentTotals(await sumLedger(scope.tx, minuteOf(range.from), range.to));
}

export type SeriesScope = 'listener' | 'pipeline' | 'datasink';
export type Measure = 'eventsIn' | 'eventsOut' | 'bytesIn' | 'bytesOut';

/** The counter behind each measure; a datasink lets out what it takes in. */
const counters: Readonly<Record<SeriesScope, Readonly<Record<Measure, string>>>> = {
  listener: { eventsIn: 'received', eventsOut: 'decoded', bytesIn: 'receivedBytes', bytesOut: 'receivedBytes' },
  pipeline: { eventsIn: 'entered', eventsOut: 'delivered', bytesIn: 'enteredBytes', bytesOut: 'deliveredBytes' },
  datasink: { eventsIn: 'delivered', eventsOut: 'delivered', bytesIn: 'deliveredBytes', bytesOut: 'deliveredBytes' },
};

/** Rows that make up each scope: a pipeline is the sum of its nodes. */
const scopes = { listener: ['listener'], pipeline: ['pipeline', 'node'], datasink: ['node'] } as const;

export interface SeriesInput {
  readonly scope: SeriesScope;
  readonly measure: Measure;
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** At most `points` steps of whole minutes; the first starts at the minute of `from`. */
export async function readSeries(scope: TenantScope, input: SeriesInput): Promise<Series> {
  const from = minuteOf(input.from);
  const stepMs = Math.max(1, Math.ceil((input.to - from) / input.points / minuteMs)) * minuteMs;
  const steps = Math.max(0, Math.ceil((input.to - from) / stepMs));
  const sums = await sumSteps(scope.tx, {
    scopes: scopes[input.scope],
    idColumn: input.scope === 'datasink' ? 'datasink_id' : 'object_id',
    counter: counters[input.scope][input.measure],
    ids: input.ids,
    from,
    to: input.to,
    stepMs,
  });
  const zeros = () => Array.from({ length: steps }, () => 0);
  const series: Record<string, number[]> = Object.fromEntries(input.ids.map((id) => [id, zeros()]));
  for (const { id, step, total } of sums) (series[id] ??= zeros())[step] = total;
  return { at: Array.from({ length: steps }, (_, step) => from + step * stepMs), stepMs, series };
}

const minuteOf = (at: number): number => Math.floor(at / minuteMs) * minuteMs;
