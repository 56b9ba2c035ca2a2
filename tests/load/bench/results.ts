import { median, spread } from './measure/medians.ts';
import type { Measurement } from './measure/measurement.ts';
import type { SystemId } from './systems/system.ts';

/** Medians of one system in one workload, or why there are none. */
export type WorkloadResult = MeasuredResult | UnmeasuredResult;

export interface MeasuredResult {
  readonly id: string;
  readonly system: SystemId;
  readonly eventsPerSecond: number;
  readonly cpuSecondsPerMillion: number;
  readonly rssMb: number;
  readonly rounds: number;
  /** (largest − smallest) / median of the CPU figure. */
  readonly cpuSpread: number;
  /** False when an output was wrong in any round; `fault` says how. */
  readonly valid: boolean;
  readonly fault?: string;
  /** The load generator alone is hardly faster, so that the rate says little; the CPU figure holds. */
  readonly loadBound?: true;
  /** Medians of figures that only some workloads have. */
  readonly extra?: Readonly<Record<string, number>>;
}

export interface UnmeasuredResult {
  readonly id: string;
  readonly system: SystemId;
  readonly notMeasured: string;
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Medians of the rounds of one system. */
export function summarise(id: string, system: SystemId, runs: readonly Measurement[]): MeasuredResult {
  const cpu = runs.map((run) => run.cpuSecondsPerMillion);
  const fault = runs.find((run) => run.fault !== undefined)?.fault;
  const extra = Object.keys(runs[0]?.extra ?? {}).map((name) => [name, rounded(median(runs.map((run) => run.extra?.[name] ?? 0)), 2)]);
  return {
    id,
    system,
    eventsPerSecond: Math.round(median(runs.map((run) => run.eventsPerSecond))),
    cpuSecondsPerMillion: rounded(median(cpu), 3),
    rssMb: Math.round(median(runs.map((run) => run.rssMb))),
    rounds: runs.length,
    cpuSpread: rounded(spread(cpu), 2),
    valid: fault === undefined,
    ...(fault === undefined ? {} : { fault }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) as Record<string, number> }),
  };
}

/** A system that comes so near to the generator's own rate is held back by it. */
const loadBoundShare = 0.7;

/** Marks the results whose rate the load generator bounds; `alone` is its own rate for a workload, undefined without one. */
export const markLoadBound = (results: readonly WorkloadResult[], alone: (id: string) => number | undefined): readonly WorkloadResult[] =>
  results.map((result) =>
    'valid' in result && result.eventsPerSecond > loadBoundShare * (alone(result.id) ?? Infinity) ? { ...result, loadBound: true } : result,
  );

const isOurs = (system: SystemId): boolean => system === 'acequia' || system === 'acequia-floor';

/** CPU of the best valid peer divided by ours (one of our forms) in one workload; undefined when there is nothing to compare. */
export function ratioToBestPeer(
  results: readonly WorkloadResult[],
  id: string,
  ours: SystemId = 'acequia',
): { ratio: number; peer: SystemId } | undefined {
  const measured = results.filter((result): result is MeasuredResult => result.id === id && 'valid' in result && result.valid);
  const own = measured.find(({ system }) => system === ours);
  const [best] = measured.filter(({ system }) => !isOurs(system)).toSorted((a, b) => a.cpuSecondsPerMillion - b.cpuSecondsPerMillion);
  if (own === undefined || best === undefined || own.cpuSecondsPerMillion === 0) return undefined;
  return { ratio: rounded(best.cpuSecondsPerMillion / own.cpuSecondsPerMillion, 2), peer: best.system };
}
