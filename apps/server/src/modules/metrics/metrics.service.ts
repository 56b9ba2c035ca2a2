import type { Flows, OperationInput, Series, Totals } from '@acequia/contract';
import { AppError } from '@acequia/base';
import type { TenantScope } from '../../tenant-scope.ts';
import { presentFlows } from './flows.present.ts';
import { readVersionLinks, sumFlows, type VersionLinks } from './flows.store.ts';
import { onBorders, stepsOver, type LedgerRange, type Retention } from './grains.ts';
import { presentNodes, presentTotals } from './metrics.present.ts';
import { readReceived as readReceivedOf, type Received } from './received.store.ts';
import {
  deleteExclusion,
  findDatasinkName,
  insertExclusion,
  ledger,
  readExclusions,
  sumLedger,
  sumOutcomes,
  sumSteps,
} from './metrics.store.ts';

/** Sums of the ledger from `from` (included) to `to` (excluded), on the borders of its grain. With `pipelineId` also of its steps. */
export async function readTotals(
  scope: TenantScope,
  { pipelineId, ...range }: LedgerRange & { readonly pipelineId?: string | undefined },
  retention: Retention,
): Promise<Totals> {
  const { from, to } = onBorders(range, scope.now, retention);
  const sums = await sumLedger(scope.tx, from, to);
  const totals = presentTotals(scope.now, sums, await readVersionLinks(scope.tx, versionsOf(sums)));
  return pipelineId === undefined ? totals : { ...totals, nodes: presentNodes(await sumOutcomes(scope.tx, pipelineId, from, to)) };
}

type SeriesInput = OperationInput<'metrics:series'>;
export type SeriesScope = SeriesInput['scope'];
export type Measure = SeriesInput['measure'];

const listenerCounters: Readonly<Record<Measure, string>> = {
  eventsIn: 'received',
  eventsOut: 'decoded',
  bytesIn: 'receivedBytes',
  bytesOut: 'receivedBytes',
  rejected: 'rejected',
  dropped: 'dropped',
};

/** The counter behind each measure; a datasink lets out what it takes in. */
const counters: Readonly<Record<SeriesScope, Readonly<Record<Measure, string>>>> = {
  listener: listenerCounters,
  cluster: listenerCounters,
  label: { eventsIn: 'matched', eventsOut: 'matched', bytesIn: '', bytesOut: '', rejected: 'failed', dropped: '' },
  pipeline: {
    eventsIn: 'entered',
    eventsOut: 'delivered',
    bytesIn: 'enteredBytes',
    bytesOut: 'deliveredBytes',
    rejected: 'rejected',
    dropped: 'dropped',
  },
  datasink: {
    eventsIn: 'delivered',
    eventsOut: 'delivered',
    bytesIn: 'deliveredBytes',
    bytesOut: 'deliveredBytes',
    rejected: 'rejected',
    dropped: 'dropped',
  },
};

/** Rows that make up each scope: a pipeline is the sum of its nodes, a cluster that of the listeners in it. */
const scopes = {
  listener: ['listener'],
  cluster: ['listener'],
  label: ['listener'],
  pipeline: ['pipeline', 'node'],
  datasink: ['node'],
} as const;
const lines = { listener: 'object', cluster: 'cluster', label: 'label', pipeline: 'object', datasink: 'datasink' } as const;

export interface SeriesQuestion extends LedgerRange {
  readonly scope: SeriesScope;
  readonly measure: Measure;
  readonly ids: readonly string[];
  readonly points: number;
  readonly stepMs?: number | undefined;
}

/** Whole steps, the first with `from` in it. */
export async function readSeries(scope: TenantScope, input: SeriesQuestion, retention: Retention): Promise<Series> {
  const { from, to, stepMs } = stepsOver(input, { stepMs: input.stepMs, points: input.points }, scope.now, retention);
  const steps = Math.max(0, Math.ceil((to - from) / stepMs));
  const sums = await sumSteps(scope.tx, {
    scopes: scopes[input.scope],
    idOf: lines[input.scope],
    counter: counters[input.scope][input.measure],
    ids: input.ids,
    from,
    to,
    stepMs,
  });
  const zeros = () => Array.from({ length: steps }, () => 0);
  const series: Record<string, number[]> = Object.fromEntries(input.ids.map((id) => [id, zeros()]));
  for (const { id, step, total } of sums) (series[id] ??= zeros())[step] = total;
  return { at: Array.from({ length: steps }, (_, step) => from + step * stepMs), stepMs, series };
}

/** Volumes of a range between listeners, labels, pipelines and datasinks in each cluster, and the links of what runs now. */
export async function readFlows(scope: TenantScope, range: LedgerRange, retention: Retention): Promise<Flows> {
  const { from, to } = onBorders(range, scope.now, retention);
  const sums = await sumFlows(scope.tx, from, to);
  return presentFlows(sums, await readVersionLinks(scope.tx, versionsOf(sums)));
}

const versionsOf = (sums: readonly { readonly versionId: string }[]): string[] => [
  ...new Set(sums.flatMap(({ versionId }) => (versionId === '' ? [] : [versionId]))),
];

/** What each listener received lately, by its id. */
export const readReceived = ({ tx, now }: TenantScope): Promise<ReadonlyMap<string, Received>> => readReceivedOf(tx, now);

/** Where the versions that run take their events from and where they send them. */
export const readRunningLinks = async ({ tx }: TenantScope): Promise<VersionLinks[]> =>
  (await readVersionLinks(tx, [])).filter(({ running }) => running);

export { ledger };
export type { VersionLinks };

export const listExclusions = async (scope: TenantScope): Promise<{ datasinkIds: string[] }> => ({
  datasinkIds: await readExclusions(scope.tx),
});

/** Throws WEB-00025 for a datasink that is not there. */
export async function setExclusion(
  scope: TenantScope,
  { datasinkId, excluded }: OperationInput<'metrics:setExclusion'>,
): Promise<Record<never, never>> {
  const name = await findDatasinkName(scope.tx, datasinkId);
  if (name === undefined) throw new AppError('WEB-00025');
  scope.subject(name);
  await (excluded ? insertExclusion(scope.tx, scope.tenantId, datasinkId) : deleteExclusion(scope.tx, datasinkId));
  return {};
}
