import { dayMs } from '@acequia/base';
import type { OperationInput, OperationOutput, Totals, Usage } from '@acequia/contract';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { LedgerRange, Retention } from '../metrics/grains.ts';
import { readSeries, readTotals, type Measure } from '../metrics/metrics.service.ts';
import { readLimit, readNames, writeLimit } from './usage.store.ts';

type Kind = 'listener' | 'pipeline' | 'datasink';
interface Amount {
  readonly events: number;
  readonly bytes: number;
}

/** What counts as the use of each kind: what came in, and what went out for datasinks. */
const counted: Readonly<
  Record<Kind, { readonly events: Measure; readonly bytes: Measure; readonly of: (totals: Totals) => ReadonlyMap<string, Amount> }>
> = {
  listener: {
    events: 'eventsIn',
    bytes: 'bytesIn',
    of: ({ listeners }) => amounts(listeners, ({ received, receivedBytes }) => ({ events: received, bytes: receivedBytes })),
  },
  pipeline: {
    events: 'eventsIn',
    bytes: 'bytesIn',
    of: ({ pipelines }) => amounts(pipelines, ({ entered, enteredBytes }) => ({ events: entered, bytes: enteredBytes })),
  },
  datasink: {
    events: 'eventsOut',
    bytes: 'bytesOut',
    of: ({ datasinks }) => amounts(datasinks, ({ delivered, deliveredBytes }) => ({ events: delivered, bytes: deliveredBytes })),
  },
};

const amounts = <T>(all: Readonly<Record<string, T>>, pick: (one: T) => Amount): ReadonlyMap<string, Amount> =>
  new Map(Object.entries(all).map(([id, one]) => [id, pick(one)]));

const none: Amount = { events: 0, bytes: 0 };

/** By thing, the largest first, each with the range before; and by day. */
export async function readUsage(scope: TenantScope, kind: Kind, range: LedgerRange, retention: Retention): Promise<Usage> {
  const { of, events, bytes } = counted[kind];
  const now = of(await readTotals(scope, range, retention));
  const before = of(await readTotals(scope, { from: 2 * range.from - range.to, to: range.from }, retention));
  const names = await readNames(scope.tx, kind);
  const ids = new Set([...names.keys(), ...now.keys(), ...before.keys()]);
  const rows = [...ids].map((id) => ({
    id,
    name: names.get(id) ?? null,
    ...(now.get(id) ?? none),
    previous: before.get(id) ?? none,
  }));
  const days = { from: range.from, to: range.to, ids: [], points: 1440, stepMs: dayMs, scope: kind };
  const [byEvents, byBytes] = [
    await readSeries(scope, { ...days, measure: events }, retention),
    await readSeries(scope, { ...days, measure: bytes }, retention),
  ];
  const sum = (series: Readonly<Record<string, readonly number[]>>, step: number) =>
    Object.values(series).reduce((total, line) => total + (line[step] ?? 0), 0);
  return {
    rows: rows.sort((a, b) => b.bytes - a.bytes || (a.name ?? a.id).localeCompare(b.name ?? b.id)),
    days: byEvents.at.map((at, step) => ({ at, events: sum(byEvents.series, step), bytes: sum(byBytes.series, step) })),
  };
}

export const getLimit = async (scope: TenantScope): Promise<OperationOutput<'usage:getLimit'>> => ({
  bytesPerDay: await readLimit(scope.tx, scope.tenantId),
});

/** Over it nothing is refused; the days are marked. */
export async function setLimit(scope: TenantScope, { bytesPerDay }: OperationInput<'usage:setLimit'>): Promise<Record<never, never>> {
  scope.subject(bytesPerDay === null ? 'usage limit off' : `usage limit ${bytesPerDay}`);
  await writeLimit(scope.tx, scope.tenantId, bytesPerDay);
  await writeChange(scope, 'tenant', scope.tenantId);
  return {};
}
