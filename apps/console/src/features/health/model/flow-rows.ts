import type { HealthPart, LiveFrame, Reason } from '@acequia/contract';
import { backlogLeftMs, objectStatus, type ObjectState, type PartFacts } from '@acequia/domain';

/** One line of the flow: what comes in and goes out per second, what is lost, what waits, what last went wrong. */
export interface FlowRow {
  readonly key: string;
  readonly kind: Exclude<HealthPart['kind'], 'lookup'>;
  readonly id: string;
  /** Of a datasink node, else empty. */
  readonly pipelineId: string;
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
  readonly dropped: number | undefined;
  /** Events; of a listener, bytes. */
  readonly waiting: number;
  /** Of a datasink to which nothing goes out: since when, so the age of the oldest event that waits. */
  readonly oldestAt: number | undefined;
  /** Of a datasink: ms until nothing waits any more, when it goes on like this. */
  readonly leftMs: number | undefined;
}

type FlowPart = HealthPart & Pick<FlowRow, 'kind'> & PartFacts<Reason>;

/** Events pass through no lookup. */
const isFlow = (part: HealthPart): part is HealthPart & Pick<FlowRow, 'kind'> => part.kind !== 'lookup';

/** Listeners, pipelines, then datasink nodes; the names decide the order within. `heard`: the workers that report. */
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
  const groups = Map.groupBy(told, ({ kind, id, pipelineId, node }) => [kind, id, pipelineId, node].join(' '));
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
  const { kind, id, pipelineId, node } = group[0]!;
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
    ...ratesOf({ kind, id, state }, frame),
    waiting: kind === 'listener' ? sum((part) => part.undeliveredBytes) : sum((part) => part.waitingEvents),
    oldestAt: oldestAt ?? undefined,
    leftMs: kind === 'datasink' ? leftOf({ id, state }, history) : undefined,
  };
}

/** All that waits for a datasink goes out together, whichever pipelines it comes from. */
function leftOf({ id, state }: Pick<FlowRow, 'id' | 'state'>, history: readonly LiveFrame[]): number | undefined {
  if (state === 'waiting' || state === 'action-required' || state === 'offline') return undefined;
  const looks = history.map(({ atMs, datasinks }) => ({ atMs, events: datasinks[id]?.queuedEvents ?? 0 }));
  return backlogLeftMs(looks);
}

type Rates = Pick<FlowRow, 'in' | 'out' | 'dropped'>;

function ratesOf({ kind, id, state }: Pick<FlowRow, 'kind' | 'id' | 'state'>, frame: LiveFrame | undefined): Rates {
  if (!frame || state === 'offline') return { in: undefined, out: undefined, dropped: undefined };
  switch (kind) {
    case 'listener': {
      const now = frame.listeners[id];
      return { in: now?.received.events ?? 0, out: undefined, dropped: now?.rejected ?? 0 };
    }
    case 'pipeline': {
      const now = frame.pipelines[id];
      return { in: now?.entered.events ?? 0, out: now?.delivered.events ?? 0, dropped: (now?.dropped ?? 0) + (now?.rejected ?? 0) };
    }
    case 'datasink':
      return { in: undefined, out: frame.datasinks[id]?.delivered.events ?? 0, dropped: undefined };
  }
}
