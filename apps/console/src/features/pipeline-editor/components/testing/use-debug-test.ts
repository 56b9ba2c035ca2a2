import { minuteMs, secondMs, systemClock } from '@acequia/base';
import type { PreviewSource, TraceResult } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { useEffect, useRef, useState } from 'react';
import { callOperation, toOperationError, withPreview, type OperationError } from '#lib/operations/index.ts';

/** Limits of docs/decisions.md, "Debug test". */
export const debugEvents = { min: 1, max: 1000, usual: 100 } as const;
const quietMsMax = 60 * secondMs;
const testMsMax = 10 * minuteMs;
const lookEveryMs = secondMs;

export type DebugEnd = 'count' | 'none' | 'stopped' | 'quiet' | 'time' | 'failed';

export interface DebugTest {
  /** `asking`: no worker has answered yet, so what arrives now may be missed. */
  readonly state: 'idle' | 'asking' | 'running' | 'ended';
  readonly end: DebugEnd | undefined;
  readonly result: TraceResult | undefined;
  readonly error: OperationError | undefined;
  /** Events that came in. */
  readonly events: number;
  /** For how long none has, in ms. */
  readonly quietMs: number;
}

/** Live events are waited for; recorded and saved ones are there, or are not. */
export type DebugSource =
  | { readonly kind: 'live' }
  | { readonly kind: 'retained' }
  | { readonly kind: 'sample'; readonly sampleId: string };

export interface DebugRequest {
  readonly pipelineId: string;
  readonly source: DebugSource;
  readonly count: number;
  /** The draft as it is on the screen, or the stored version that is shown. */
  readonly tried: { readonly document: PipelineDocument } | { readonly version: string };
}

const idle: DebugTest = { state: 'idle', end: undefined, result: undefined, error: undefined, events: 0, quietMs: 0 };

export const eventsOf = ({ traces }: TraceResult): number =>
  new Set(traces.filter(({ madeBy }) => madeBy === undefined).map(({ event }) => event)).size;

export const isUnderWay = ({ state }: Pick<DebugTest, 'state'>): boolean => state === 'asking' || state === 'running';

/** A debug test that lives as long as what shows it; results stay until another one starts. */
export function useDebugTest() {
  const [test, setTest] = useState(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setTest((known) => (isUnderWay(known) ? { ...known, state: 'ended', end: 'stopped' } : known));
  };
  const start = (request: DebugRequest) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setTest({ ...idle, state: 'asking' });
    const tell = (change: Partial<DebugTest>) => {
      if (!abort.signal.aborted) setTest((known) => ({ ...known, ...change }));
    };
    runDebugTest(request, abort.signal, tell).catch((error: unknown) =>
      tell({ state: 'ended', end: 'failed', error: toOperationError(error) }),
    );
  };
  return { test, start, stop };
}

const runDebugTest = (
  { pipelineId, source, count, tried }: DebugRequest,
  signal: AbortSignal,
  tell: (change: Partial<DebugTest>) => void,
): Promise<void> =>
  withPreview({ pipelineId, source: askedFor(source, count), ...tried }, signal, async (id) => {
    const begin = systemClock.monotonic();
    let lastMs = begin;
    let events = 0;
    while (!signal.aborted) {
      const result = await callOperation('internalPipelines:getLogSamples', { id }, { signal });
      const now = systemClock.monotonic();
      if (eventsOf(result) > events) lastMs = now;
      events = eventsOf(result);
      const end = endOf({
        events,
        count,
        live: source.kind === 'live',
        quietMs: now - lastMs,
        tookMs: now - begin,
        faulty: result.faults.length > 0,
      });
      tell({ result, events, quietMs: now - lastMs, ...(end ? { state: 'ended', end } : { state: 'running' }) });
      if (end) return;
      await systemClock.sleep(lookEveryMs, signal).catch(() => undefined);
    }
  });

function askedFor(source: DebugSource, count: number): PreviewSource {
  if (source.kind === 'live') return { kind: 'live', count, since: 'now' };
  return source.kind === 'retained' ? { kind: 'retained', count } : source;
}

/** Why a test is over; undefined while it goes on. */
export function endOf(facts: {
  readonly events: number;
  readonly count: number;
  readonly live: boolean;
  readonly quietMs: number;
  readonly tookMs: number;
  readonly faulty: boolean;
}): DebugEnd | undefined {
  if (facts.events >= facts.count) return 'count';
  if (facts.faulty && facts.events === 0) return 'failed';
  if (!facts.live) return facts.events === 0 ? 'none' : 'count';
  if (facts.quietMs >= quietMsMax) return 'quiet';
  return facts.tookMs >= testMsMax ? 'time' : undefined;
}
