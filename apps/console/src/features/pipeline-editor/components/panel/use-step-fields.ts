import { minuteMs, secondMs } from '@acequia/base';
import type { PreviewSource, TracedEvent } from '@acequia/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { sampleFields, type SampledFields } from '#blocks/field-offers/sample-fields.ts';
import { callOperation, withPreview } from '#lib/operations/index.ts';
import { arrivingEvents, upstreamOf, type Upstream } from '../../model/arriving-events.ts';
import { isMissing } from '../../model/missing-name.ts';
import { useServices, useView } from '../editor-context.ts';

const keptEvents = 200;
/** Saved samples that are run where no events are kept. */
const samplesMax = 3;
const freshMs = minuteMs;
const retryMs = 5 * secondMs;

/**
 * The fields that arrive at a step: those known from the steps before, and those that kept events have after a run through
 * these steps, or saved samples where none are kept. Run again when a step before changes; not where one of them refers to something
 * that was deleted. Undefined: nothing leads here.
 */
export function useStepFields(node: string): OfferedFields | undefined {
  const { pipelineId, readOnly } = useServices();
  const { document, validation } = useView();
  const known = validation.inputs.get(node);
  const upstream = useMemo(() => upstreamOf(document, node), [document, node]);
  const broken = validation.problems.some(
    ({ code, node: at }) => isMissing(code) && upstream !== undefined && upstream.document.nodes.some(({ id }) => id === at),
  );
  const { data: sampled } = useQuery<SampledFields>({
    queryKey: ['step-fields', pipelineId, upstream && [JSON.stringify(upstream.document), ...upstream.ports]],
    queryFn: ({ signal }) => learnFields(pipelineId, upstream!, signal),
    enabled: !readOnly && upstream !== undefined && !broken,
    placeholderData: (last) => last,
    staleTime: freshMs,
    retry: false,
    refetchInterval: ({ state }) => ((state.data?.events ?? 0) > 0 ? false : retryMs),
  });
  return useMemo(() => known && { ...known, sampled }, [known, sampled]);
}

async function learnFields(pipelineId: string, upstream: Upstream, signal: AbortSignal): Promise<SampledFields> {
  const run = (source: PreviewSource) => runUpstream(pipelineId, upstream, source, signal);
  const kept = await run({ kind: 'retained', count: keptEvents });
  if (kept.length > 0) return sampleFields(kept);
  const samples = await callOperation('internalPipelines:listSamples', { pipelineId }, { signal });
  const saved = await Promise.all(samples.slice(0, samplesMax).map(({ id }) => run({ kind: 'sample', sampleId: id })));
  return sampleFields(saved.flat());
}

const runUpstream = (
  pipelineId: string,
  { document, ports, only }: Upstream,
  source: PreviewSource,
  signal: AbortSignal,
): Promise<readonly TracedEvent[]> =>
  withPreview({ pipelineId, document, source }, signal, async (id) => {
    const upTo = only === undefined ? {} : { node: only };
    return arrivingEvents(await callOperation('internalPipelines:getLogSamples', { id, ...upTo }, { signal }), { ports });
  });
