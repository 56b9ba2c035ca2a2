import type { Datasink, LiveFrame, Pipeline } from '@acequia/contract';

/** Points kept for the drawings of a running rate. */
export const historyLength = 60;

export interface LiveStore {
  push(frame: LiveFrame): void;
  latest(): LiveFrame | undefined;
  /** Oldest first. */
  history(): readonly LiveFrame[];
  /** When data last arrived at any listener, ms since 1970. */
  lastEventAtMs(): number | undefined;
  subscribe(listener: () => void): () => void;
}

/** The last minute of live counters. */
export function createLiveStore(): LiveStore {
  let frames: readonly LiveFrame[] = [];
  let lastEventAtMs: number | undefined;
  const listeners = new Set<() => void>();
  return {
    push(frame) {
      frames = [...frames.slice(-historyLength + 1), frame];
      if (Object.values(frame.listeners).some((rates) => rates.received.events > 0)) lastEventAtMs = frame.atMs;
      for (const listener of listeners) listener();
    },
    latest: () => frames.at(-1),
    history: () => frames,
    lastEventAtMs: () => lastEventAtMs,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Events and bytes per second of all listeners, and of all datasinks but the excluded. */
export function sumRates(
  frame: LiveFrame,
  excluded: readonly string[] = [],
): {
  readonly in: { readonly events: number; readonly bytes: number };
  readonly out: { readonly events: number; readonly bytes: number };
} {
  const total = { in: { events: 0, bytes: 0 }, out: { events: 0, bytes: 0 } };
  for (const { received } of Object.values(frame.listeners)) {
    total.in.events += received.events;
    total.in.bytes += received.bytes;
  }
  for (const [id, { delivered }] of Object.entries(frame.datasinks)) {
    if (excluded.includes(id)) continue;
    total.out.events += delivered.events;
    total.out.bytes += delivered.bytes;
  }
  return total;
}

export interface Waiting {
  readonly events: number;
  readonly bytes: number;
}

/**
 * What waits for a data sink, the same on every page: as of this second where its workers tell, else what they told last. A worker that
 * is offline, or has just started, does not make it nothing.
 */
export function waitingFor({ id, status }: Pick<Datasink, 'id' | 'status'>, frame: LiveFrame | undefined): Waiting {
  const live = status.state === 'offline' ? undefined : frame?.datasinks[id];
  return live ? { events: live.queuedEvents, bytes: live.queuedBytes } : { events: status.waitingEvents, bytes: status.waitingBytes };
}

/** Its state with what waits as of this second, so that a page says one number. */
export function liveStatusOf(datasink: Pick<Datasink, 'id' | 'status'>, frame: LiveFrame | undefined): Datasink['status'] {
  const { events, bytes } = waitingFor(datasink, frame);
  return { ...datasink.status, waitingEvents: events, waitingBytes: bytes };
}

/** What waits for a data sink from one pipeline as of this second; undefined where no worker tells. */
export function waitingFrom(
  pipelineId: string,
  { id, status }: Pick<Datasink, 'id' | 'status'>,
  frame: LiveFrame | undefined,
): Waiting | undefined {
  const live = status.state === 'offline' ? undefined : frame?.deliveries[pipelineId]?.[id];
  return live && { events: live.queuedEvents, bytes: live.queuedBytes };
}

/** What waits at all data sinks of a pipeline as of this second; undefined where no worker tells. */
export function queueOfPipeline(id: string, frame: LiveFrame | undefined): Waiting | undefined {
  const links = frame?.deliveries[id];
  return links && sumOf(Object.values(links).map(({ queuedEvents, queuedBytes }) => ({ events: queuedEvents, bytes: queuedBytes })));
}

/** As `liveStatusOf`, of a pipeline: the sum of what waits at its data sinks. */
export function livePipelineStatusOf({ id, status }: Pick<Pipeline, 'id' | 'status'>, frame: LiveFrame | undefined): Pipeline['status'] {
  const live = status.state === 'offline' ? undefined : queueOfPipeline(id, frame);
  return live ? { ...status, waitingEvents: live.events, waitingBytes: live.bytes } : status;
}

const sumOf = (each: readonly Waiting[]): Waiting =>
  each.reduce((sum, { events, bytes }) => ({ events: sum.events + events, bytes: sum.bytes + bytes }), { events: 0, bytes: 0 });

/** For all of these data sinks together. */
export const waitingForAll = (datasinks: readonly Pick<Datasink, 'id' | 'status'>[], frame: LiveFrame | undefined): Waiting =>
  sumOf(datasinks.map((datasink) => waitingFor(datasink, frame)));
