import type { HealthPart, LiveFrame, Reason, Totals } from '@acequia/contract';
import { queueOfPipeline } from '#blocks/live/live-store.ts';
import { backlogLeftMs, objectStatus, type ObjectState, type PartFacts } from '@acequia/domain';
import type { PipelineNode } from '@acequia/pipeline';

/** One line of the flow: what comes in and goes out per second, what is lost, what waits, what last went wrong. */
export interface FlowRow {
  readonly key: string;
  readonly kind: Exclude<HealthPart['kind'], 'lookup'>;
  readonly id: string;
  /** Of a data sink: of which pipeline, else empty. */
  readonly pipelineId: string;
  /** Empty where the pipeline delivers to the data sink at several nodes. */
  readonly node: string;
  /** As its page shows it, for all workers together. */
  readonly state: ObjectState;
  readonly since: number | null;
  readonly reason: Reason | null;
  readonly lastError: Reason | null;
  readonly lastErrorAt: number | null;
  /** Events per second; undefined where it does not apply, or is not known yet. */
  readonly in: number | undefined;
  readonly out: number | undefined;
  readonly rejected: number | undefined;
  readonly dropped: number | undefined;
  /** Events, of a pipeline at all of its data sinks; of a listener, bytes. */
  readonly waiting: number;
  /** Of a datasink to which nothing goes out: when the oldest event that waits was received. */
  readonly oldestAt: number | undefined;
  /** Of a datasink: ms until nothing waits any more, when it goes on like this. */
  readonly leftMs: number | undefined;
}

type FlowPart = HealthPart & Pick<FlowRow, 'kind'> & PartFacts<Reason>;

/** Events pass through no lookup. */
const isFlow = (part: HealthPart): part is HealthPart & Pick<FlowRow, 'kind'> => part.kind !== 'lookup';

/** Listeners, pipelines, then what each pipeline delivers to each data sink; the names decide the order within. `heard`: the workers that report. */
export function flowRows(
  parts: readonly HealthPart[],
  heard: ReadonlySet<string>,
  frame: LiveFrame | undefined,
  nameOf: (part: Pick<HealthPart, 'kind' | 'id'>) => string,
  history: readonly LiveFrame[] = [],
): readonly FlowRow[] {
  const told = parts.filter(isFlow).map((part): FlowPart => ({ ...part, heard: heard.has(part.workerId) }));
  const deliveries = Map.groupBy(
    told.filter(({ kind }) => kind === 'datasink'),
    ({ pipelineId }) => pipelineId,
  );
  const groups = Map.groupBy(told, ({ kind, id, pipelineId }) => [kind, id, pipelineId].join(' '));
  const kinds = ['listener', 'pipeline', 'datasink'];
  return [...groups]
    .map(([key, group]) => ({ row: rowOf(key, group, deliveries.get(group[0]!.id) ?? [], frame, history), name: nameOf(group[0]!) }))
    .sort(
      (a, b) => kinds.indexOf(a.row.kind) - kinds.indexOf(b.row.kind) || a.name.localeCompare(b.name) || a.row.key.localeCompare(b.row.key),
    )
    .map(({ row }) => row);
}

/** `deliveries`: of a pipeline, those of its data sink nodes. */
function rowOf(
  key: string,
  group: readonly FlowPart[],
  deliveries: readonly FlowPart[],
  frame: LiveFrame | undefined,
  history: readonly LiveFrame[],
): FlowRow {
  const { kind, id, pipelineId, node: first } = group[0]!;
  const counted = isComplete([...group, ...deliveries], frame) ? frame : undefined;
  const node = group.every((part) => part.node === first) ? first : '';
  const { state, since, reason, lastError, lastErrorAt, oldestAt } = objectStatus<Reason>({
    kind,
    declared: 'running',
    parts: [...group, ...deliveries],
  });
  const sum = (size: (part: FlowPart) => number) => group.reduce((total, part) => total + size(part), 0);
  return {
    key,
    kind,
    id,
    pipelineId,
    node,
    state,
    since,
    reason,
    lastError,
    lastErrorAt,
    ...ratesOf({ kind, id, pipelineId, state }, counted),
    waiting:
      kind === 'listener'
        ? sum((part) => part.undeliveredBytes)
        : ((state === 'offline' ? undefined : queueIn(counted, { kind, id, pipelineId })) ??
          [...group, ...deliveries].reduce((total, part) => total + part.waitingEvents, 0)),
    oldestAt: oldestAt ?? undefined,
    leftMs: kind === 'datasink' ? leftOf({ id, pipelineId, state }, history) : undefined,
  };
}

/** Whether the numbers of all workers that report are in a frame, of these parts. */
export const isComplete = (
  parts: readonly (Pick<HealthPart, 'workerId'> & { readonly heard: boolean })[],
  frame: LiveFrame | undefined,
): frame is LiveFrame => frame !== undefined && parts.every(({ workerId, heard }) => !heard || frame.workers.includes(workerId));

/** Undefined where no worker has told yet. */
function queueIn(frame: LiveFrame | undefined, { kind, id, pipelineId }: Pick<FlowRow, 'kind' | 'id' | 'pipelineId'>): number | undefined {
  if (kind === 'datasink') return frame?.deliveries[pipelineId]?.[id]?.queuedEvents;
  return queueOfPipeline(id, frame)?.events;
}

function leftOf(
  { id, pipelineId, state }: Pick<FlowRow, 'id' | 'pipelineId' | 'state'>,
  history: readonly LiveFrame[],
): number | undefined {
  if (state === 'waiting' || state === 'action-required' || state === 'offline') return undefined;
  const looks = history.map(({ atMs, deliveries }) => ({ atMs, events: deliveries[pipelineId]?.[id]?.queuedEvents ?? 0 }));
  return backlogLeftMs(looks);
}

type Rates = Pick<FlowRow, 'in' | 'out' | 'rejected' | 'dropped'>;

const unknown: Rates = { in: undefined, out: undefined, rejected: undefined, dropped: undefined };

function ratesOf(
  { kind, id, pipelineId, state }: Pick<FlowRow, 'kind' | 'id' | 'pipelineId' | 'state'>,
  frame: LiveFrame | undefined,
): Rates {
  if (!frame || state === 'offline') return unknown;
  switch (kind) {
    case 'listener': {
      const now = frame.listeners[id];
      return { ...unknown, in: now?.received.events ?? 0, rejected: now?.rejected ?? 0 };
    }
    case 'pipeline': {
      const now = frame.pipelines[id];
      return {
        in: now?.entered.events ?? 0,
        out: now?.delivered.events ?? 0,
        rejected: now?.rejected ?? 0,
        dropped: now?.dropped ?? 0,
      };
    }
    case 'datasink':
      return { ...unknown, out: frame.deliveries[pipelineId]?.[id]?.delivered.events ?? 0 };
  }
}

/** The events of a day by the same names: of a little, they say more than a rate. */
export function dayOf({ kind, id, pipelineId }: Pick<FlowRow, 'kind' | 'id' | 'pipelineId'>, totals: Totals | undefined): Rates {
  switch (kind) {
    case 'listener': {
      const day = totals?.listeners[id];
      return { ...unknown, in: day?.received, rejected: day?.rejected };
    }
    case 'pipeline': {
      const day = totals?.pipelines[id];
      return { in: day?.entered, out: day?.delivered, rejected: day?.rejected, dropped: day?.dropped };
    }
    case 'datasink':
      return { ...unknown, out: totals?.ways.find((way) => way.pipelineId === pipelineId && way.datasinkId === id)?.delivered };
  }
}

/** Those of a step. The ledger counts where events come in and where they end: what passed an action in a day is not known. */
export function dayOfStep(
  { id, kind }: Pick<PipelineNode, 'id' | 'kind'>,
  pipelineId: string,
  nodes: readonly Pick<PipelineNode, 'kind'>[],
  totals: Totals | undefined,
): Rates {
  if (!totals) return unknown;
  if (kind === 'label') {
    const isOnly = nodes.filter((each) => each.kind === 'label').length === 1;
    return isOnly ? { ...unknown, out: totals.pipelines[pipelineId]?.entered } : unknown;
  }
  const { delivered, ...ended } = totals.nodes?.[id] ?? { delivered: 0, rejected: 0, dropped: 0 };
  return { ...unknown, ...ended, ...(kind === 'datasink' ? { out: delivered } : {}) };
}

/** For all data sinks, or for one. */
export const waitingIn = (rows: readonly FlowRow[], datasinkId?: string): number =>
  rows
    .filter(({ kind, id }) => kind === 'datasink' && (datasinkId === undefined || id === datasinkId))
    .reduce((sum, { waiting }) => sum + waiting, 0);
