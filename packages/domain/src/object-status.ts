import { workerSilenceMs, type ListenerState, type PipelineState, type VersionStart } from './lifecycles.ts';

/** What a listener, a pipeline, a data sink or a lookup is doing. Of several, the first one here is the object's. */
export const objectStates = [
  'action-required',
  'offline',
  'waiting',
  'degraded',
  'starting',
  'stopping',
  'stopped',
  'draft',
  'running',
  'idle',
] as const;
export type ObjectState = (typeof objectStates)[number];

/** A lookup is a part only while a worker has no table of a version that should be there. */
export const partKinds = ['listener', 'pipeline', 'datasink', 'lookup'] as const;
export type PartKind = (typeof partKinds)[number];

/** A worker's word. `waiting`: a person must act. `retrying`: the destination is away. `draining`: replaced or stopped, it empties itself. */
export const partStates = ['running', 'retrying', 'waiting', 'draining', 'error'] as const;

/** How the specification's own names of states are told. */
export const stateOfSpecification = {
  listener: { pending: 'starting', created: 'running', error: 'action-required', stopped: 'stopped' },
  pipeline: { draft: 'draft', running: 'running', stopped: 'stopped', unknown: 'offline' },
  /** Of a pipeline whose running version no worker runs yet. */
  start: { starting: 'starting', waiting: 'offline', refused: 'action-required' },
} as const satisfies {
  readonly listener: Readonly<Record<ListenerState, ObjectState>>;
  readonly pipeline: Readonly<Record<PipelineState, ObjectState>>;
  readonly start: Readonly<Record<VersionStart, ObjectState>>;
};

interface Coded {
  readonly code: string;
}

/** The last word of one worker on an object, or on a data sink node of a pipeline. */
export interface PartWord<R extends Coded = Coded> {
  readonly kind: PartKind;
  readonly state: (typeof partStates)[number];
  readonly reason: R | null;
  /** Whether its worker reports now; what the others said last is old. */
  readonly heard: boolean;
  /** It has run for long, no event passed it in that time, and none waits. Absent where nobody asked. */
  readonly quiet?: boolean | undefined;
}

export interface PartFacts<R extends Coded> extends PartWord<R> {
  /** ms since 1970. */
  readonly since: number;
  readonly lastError: R | null;
  readonly lastErrorAt: number | null;
  /** When it is tried again, ms since 1970; absent or null while nothing is waited for, or where its worker does not tell. */
  readonly nextTryAt?: number | null | undefined;
  readonly waitingEvents: number;
  readonly waitingBytes: number;
  /** Of a data sink node: when the oldest event that waits for it was received, ms since 1970. Absent or null where its worker does not tell. */
  readonly oldestAt?: number | null | undefined;
}

export interface ObjectFacts<R extends Coded> {
  readonly kind: PartKind;
  /** What the server knows by itself: what was asked for, and how far that came. */
  readonly declared: ObjectState;
  /** Why `declared` is what it is. */
  readonly reason?: R | null;
  /** Of a pipeline with those of its data sink nodes. */
  readonly parts: readonly PartFacts<R>[];
}

export interface ObjectStatus<R> {
  readonly state: ObjectState;
  /** ms since 1970; null while no worker has told, and of what is idle. */
  readonly since: number | null;
  /** Why it is in this state. */
  readonly reason: R | null;
  /** Stays when the object has recovered. */
  readonly lastError: R | null;
  readonly lastErrorAt: number | null;
  readonly waitingEvents: number;
  readonly waitingBytes: number;
  /**
   * When the oldest event that waits was received; where no worker tells, since when nothing is delivered. Null unless nothing is delivered
   * while events wait.
   */
  readonly oldestAt: number | null;
  /** The next try by itself while nothing is delivered; a moment that has passed means any moment. */
  readonly nextTryAt: number | null;
}

/** Reasons that tell what to expect of what runs as it should. */
const hints: ReadonlySet<string> = new Set(['FILE_NONE']);

/** Whether a listener that runs cannot read, or has lost, a part of what it should. */
export const missesData = (part: PartWord): boolean =>
  part.kind === 'listener' && stateOfPart(part) === 'degraded' && part.reason!.code.startsWith('FILE_');

/** Whether a worker that was last seen then, in ms since 1970, still reports. */
export const isHeard = (seenAt: number | null, now: number): boolean => seenAt !== null && now - seenAt <= workerSilenceMs;

/** What one worker's word on a part means for that part alone. */
export function stateOfPart({ kind, state, reason, heard, quiet }: PartWord): ObjectState {
  if (!heard) return 'offline';
  switch (state) {
    case 'running':
      if (reason && !hints.has(reason.code)) return 'degraded';
      return quiet ? 'idle' : 'running';
    // While the lane of the pipeline is down, its destinations are not at fault.
    case 'retrying':
      return reason?.code === 'LANE_DIED' ? 'degraded' : 'waiting';
    case 'waiting':
      if (kind !== 'pipeline') return 'action-required';
      return reason?.code === 'LOOKUP_UNDER_WAY' ? 'starting' : 'degraded';
    case 'draining':
      return 'stopping';
    // A worker without a table tries again by itself.
    case 'error':
      return kind === 'lookup' ? 'degraded' : 'action-required';
  }
}

const worst = (states: readonly ObjectState[]): ObjectState | undefined => objectStates.find((state) => states.includes(state));

/** A pipeline does its work, in part, while one of its data sinks does not. */
const stateWithin = (kind: PartKind, part: PartWord): ObjectState => {
  const state = stateOfPart(part);
  return kind === 'pipeline' && part.kind === 'datasink' && (state === 'waiting' || state === 'action-required') ? 'degraded' : state;
};

function decide(declared: ObjectState, states: readonly ObjectState[]): ObjectState {
  if (declared === 'draft' || declared === 'stopped') return states.some((state) => state !== 'offline') ? 'stopping' : declared;
  if (declared === 'running' || declared === 'idle') return worst(states) ?? declared;
  return worst([declared, ...states]) ?? declared;
}

const earliest = (moments: readonly (number | null)[]): number | null => {
  const known = moments.filter((moment) => moment !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

/** A listener's word is on its journal. */
const oldestOf = (parts: readonly PartFacts<Coded>[]): number | null =>
  earliest(parts.filter(({ kind, waitingEvents }) => kind === 'datasink' && waitingEvents > 0).map(({ oldestAt }) => oldestAt ?? null));

/** The one place that says in which state an object is: pages, health, alerts and the API ask here. */
export function objectStatus<R extends Coded>({ kind, declared, reason = null, parts }: ObjectFacts<R>): ObjectStatus<R> {
  const told = parts.map((part) => ({ part, state: stateWithin(kind, part) }));
  const state = decide(
    declared,
    told.map((each) => each.state),
  );
  const deciding = told.filter((each) => each.state === state).map(({ part }) => part);
  // Of what is idle nobody knows when the last event passed.
  const since = deciding.length > 0 && state !== 'idle' ? Math.min(...deciding.map((part) => part.since)) : null;
  const erred = parts.reduce<PartFacts<R> | undefined>(
    (last, part) => ((part.lastErrorAt ?? -1) > (last?.lastErrorAt ?? -1) ? part : last),
    undefined,
  );
  const waitingEvents = parts.reduce((sum, part) => sum + part.waitingEvents, 0);
  const stands = state === 'waiting' || state === 'action-required';
  return {
    state,
    since,
    reason: deciding.find((part) => part.reason)?.reason ?? (state === declared ? reason : null),
    lastError: erred?.lastError ?? null,
    lastErrorAt: erred?.lastErrorAt ?? null,
    waitingEvents,
    waitingBytes: parts.reduce((sum, part) => sum + part.waitingBytes, 0),
    oldestAt: stands && waitingEvents > 0 ? (oldestOf(parts) ?? since) : null,
    nextTryAt: stands ? earliest(deciding.map(({ nextTryAt }) => nextTryAt ?? null)) : null,
  };
}
