import type { HealthPart, HealthPartState, LiveFrame, Reason } from '@acequia/contract';
import { backlogLeftMs } from '@acequia/domain';

export type FlowState = HealthPartState | 'offline';

/** One line of the flow: what comes in and goes out per second, what is lost, what waits, what last went wrong. */
export interface FlowRow {
  readonly key: string;
  readonly kind: Exclude<HealthPart['kind'], 'lookup'>;
  readonly id: string;
  /** Of a datasink node, else empty. */
  readonly pipelineId: string;
  readonly node: string;
  /** The worst of all workers; undefined while none has told. `offline`: a worker that runs it does not report. */
  readonly state: FlowState | undefined;
  readonly since: number | undefined;
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

/** The worst last. */
const order: readonly FlowState[] = ['running', 'draining', 'waiting', 'retrying', 'error', 'offline'];

type FlowPart = Omit<HealthPart, 'state'> & Pick<FlowRow, 'kind'> & { readonly state: FlowState };

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
  const told = parts.filter(isFlow).map((part): FlowPart => (heard.has(part.workerId) ? part : { ...part, state: 'offline' }));
  const groups = Map.groupBy(told, ({ kind, id, pipelineId, node }) => [kind, id, pipelineId, node].join(' '));
  const kinds = ['listener', 'pipeline', 'datasink'];
  return [...groups]
    .map(([key, group]) => ({ row: rowOf(key, group, frame, history), name: nameOf(group[0]!) }))
    .sort(
      (a, b) => kinds.indexOf(a.row.kind) - kinds.indexOf(b.row.kind) || a.name.localeCompare(b.name) || a.row.key.localeCompare(b.row.key),
    )
    .map(({ row }) => row);
}

function rowOf(key: string, group: readonly FlowPart[], frame: LiveFrame | undefined, history: readonly LiveFrame[]): FlowRow {
  const worst = group.reduce((a, b) => (order.indexOf(b.state) > order.indexOf(a.state) ? b : a));
  const erred = group.reduce((a, b) => ((b.lastErrorAt ?? 0) > (a.lastErrorAt ?? 0) ? b : a));
  const { kind, id, pipelineId, node } = worst;
  const sum = (size: (part: FlowPart) => number) => group.reduce((total, part) => total + size(part), 0);
  return {
    key,
    kind,
    id,
    pipelineId,
    node,
    state: worst.state,
    since: worst.since,
    reason: worst.reason,
    lastError: erred.lastError,
    lastErrorAt: erred.lastErrorAt,
    ...ratesOf(worst, frame),
    waiting: kind === 'listener' ? sum((part) => part.undeliveredBytes) : sum((part) => part.waitingEvents),
    ...(kind === 'datasink' ? outlookOf(worst, history) : { oldestAt: undefined, leftMs: undefined }),
  };
}

/** All that waits for a datasink goes out together, whichever pipelines it comes from. */
function outlookOf({ id, state, since }: FlowPart, history: readonly LiveFrame[]): Pick<FlowRow, 'oldestAt' | 'leftMs'> {
  const isAway = state === 'retrying' || state === 'waiting';
  const looks = history.map(({ atMs, datasinks }) => ({ atMs, events: datasinks[id]?.queuedEvents ?? 0 }));
  return { oldestAt: isAway ? since : undefined, leftMs: isAway || state === 'offline' ? undefined : backlogLeftMs(looks) };
}

type Rates = Pick<FlowRow, 'in' | 'out' | 'dropped'>;

function ratesOf({ kind, id, state }: FlowPart, frame: LiveFrame | undefined): Rates {
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
