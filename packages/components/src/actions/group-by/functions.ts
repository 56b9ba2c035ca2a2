import { Float, Timestamp } from '@acequia/event';
import { collectedBytesMax, keptBytesMax, type AccumulatorKind, type Value } from './aggregates/accumulator.ts';
import { collect } from './aggregates/collections.ts';
import { count } from './aggregates/counts.ts';
import { countDistinct } from './aggregates/distinct.ts';
import { first, last } from './aggregates/ends.ts';
import { max, min, range } from './aggregates/extremes.ts';
import { mostFrequent } from './aggregates/frequent.ts';
import { avg, stddev, sum } from './aggregates/numbers.ts';
import { quantile } from './aggregates/quantiles.ts';
import { all, any } from './aggregates/truths.ts';
import type { Aggregation } from './config.ts';
import { collects, type Takes } from './function-types.ts';

/** How the values of the aggregations of one group are kept. */
export function kindsOf(aggregations: readonly Aggregation[]): AccumulatorKind[] {
  const collecting = aggregations.filter(({ function: name }) => collects(name)).length;
  const bytesMax = Math.min(keptBytesMax, collectedBytesMax / Math.max(1, collecting));
  return aggregations.map((aggregation) => kindOf(aggregation, bytesMax));
}

function kindOf({ function: name, percentile, limit, separator }: Aggregation, bytesMax: number): AccumulatorKind {
  switch (name) {
    case 'count':
      return count;
    case 'count-distinct':
      return countDistinct;
    case 'sum':
      return sum;
    case 'avg':
      return avg;
    case 'min':
      return min;
    case 'max':
      return max;
    case 'range':
      return range;
    case 'first':
      return first;
    case 'last':
      return last;
    case 'median':
      return quantile(0.5);
    case 'percentile':
      return quantile(percentile / 100);
    case 'stddev':
      return stddev;
    case 'collect-list':
      return collect({ limit, bytesMax, distinct: false });
    case 'collect-set':
      return collect({ limit, bytesMax, distinct: true });
    case 'join':
      return collect({ limit, bytesMax, distinct: false, separator });
    case 'any':
      return any;
    case 'all':
      return all;
    case 'most-frequent':
      return mostFrequent;
  }
}

const isNumber = (value: Value): boolean => typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;

/** Whether a function can work with this very value. */
export function takesValue(takes: Takes, value: Value): boolean {
  switch (takes) {
    case 'anything':
      return true;
    case 'numbers':
      return isNumber(value);
    case 'times and numbers':
      return isNumber(value) || value instanceof Timestamp;
    case 'ordered values':
      return isNumber(value) || value instanceof Timestamp || typeof value === 'string';
    case 'booleans':
      return typeof value === 'boolean';
  }
}
