import { useMemo, useState } from 'react';
import type { Usage } from '@acequia/contract';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';

/** What came in, went out and was processed in one range. */
export interface WholeUsage {
  readonly period: { readonly from: number; readonly to: number };
  readonly listeners: Usage;
  readonly datasinks: Usage;
  readonly pipelines: Usage;
}

/**
 * Usage of the range. While its three answers come, that of the range before as a whole (`period` says which): a number made of both would
 * be of neither. Undefined until the first, and where the range could not be read.
 */
export function useUsage(period: WholeUsage['period']): {
  readonly usage: WholeUsage | undefined;
  readonly error: OperationError | null;
  readonly retry: () => void;
} {
  const listeners = useOperation('usage:listeners', period);
  const datasinks = useOperation('usage:datasinks', period);
  const pipelines = useOperation('usage:pipelines', period);
  const whole = useMemo(
    () =>
      listeners.data && datasinks.data && pipelines.data
        ? { period, listeners: listeners.data, datasinks: datasinks.data, pipelines: pipelines.data }
        : undefined,
    [period, listeners.data, datasinks.data, pipelines.data],
  );
  const [last, setLast] = useState(whole);
  if (whole && whole !== last) setLast(whole);
  const failed = [listeners, datasinks, pipelines].filter(({ data, error }) => !data && error !== null);
  return {
    usage: whole ?? (failed.length > 0 ? undefined : last),
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
