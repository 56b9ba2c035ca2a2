import { useMemo } from 'react';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';

export const refetchMs = 30_000;

/** How many events of a pipeline wait in the dead letters, by step; empty for who may not read them. */
export function useLetterCounts(pipelineId: string): ReadonlyMap<string, number> {
  const { data } = useOperation('deadLetters:causes', {}, { enabled: useMay('dead-letter:read'), refetchMs });
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const cause of data?.causes ?? []) {
      if (cause.pipelineId === pipelineId && cause.node) counts.set(cause.node, (counts.get(cause.node) ?? 0) + cause.count);
    }
    return counts;
  }, [data, pipelineId]);
}
