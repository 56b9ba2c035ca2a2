import { useQuery } from '@tanstack/react-query';
import { minuteMs } from '@acequia/base';
import type { StartSetup } from '@acequia/contract';
import { useLiveFrame } from '#blocks/live/live-provider.tsx';
import { callOperation } from '#lib/operations/call.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { withPreview } from '#lib/operations/with-preview.ts';
import { usePeriod } from '#lib/ranges/use-period.ts';
import { firstEventOf, type FirstEvent } from '../model/first-event.ts';

const askedEveryMs = 1000;

/** Of a source that sends several at once, the first is among these. */
const newestCount = 20;

/** The first event of a set-up as soon as a worker has received one, and how many were delivered. */
export function useFirstEvent(setup: StartSetup): { readonly event: FirstEvent | undefined; readonly delivered: number } {
  const { from, to } = usePeriod('24h');
  const live = useLiveFrame()?.listeners[setup.listenerId]?.received.events ?? 0;
  // The period moves on once a minute, and may end in the minute before this one.
  const { data: totals } = useOperation('metrics:totals', { from, to: to + minuteMs }, { keepPrevious: true, refetchMs: askedEveryMs });
  const received = totals?.listeners[setup.listenerId]?.received ?? 0;
  const { data } = useQuery({
    queryKey: ['first event', setup.pipelineId, setup.version],
    queryFn: ({ signal }) => lookAt(setup, signal),
    enabled: received > 0 || live > 0,
    refetchInterval: ({ state }) => (state.data ? false : askedEveryMs),
    retry: false,
  });
  return { event: data ?? undefined, delivered: totals?.pipelines[setup.pipelineId]?.delivered ?? 0 };
}

/** Runs the newest kept events through the published version, without delivering them again. */
const lookAt = ({ pipelineId, version }: StartSetup, signal: AbortSignal): Promise<FirstEvent | null> =>
  withPreview(
    { pipelineId, version, source: { kind: 'retained', count: newestCount } },
    signal,
    async (id) => firstEventOf(await callOperation('internalPipelines:getLogSamples', { id }, { signal })) ?? null,
  );
