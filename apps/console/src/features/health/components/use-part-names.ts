import type { HealthPart } from '@acequia/contract';
import { useOperation } from '#lib/operations/use-operation.ts';

export type PartNames = (part: { readonly kind: HealthPart['kind'] | 'worker'; readonly id: string }) => string;

/** Names of listeners, pipelines, datasinks, lookups and workers; what is gone is shown by its id. */
export function usePartNames(): PartNames {
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: pipelines } = useOperation('pipelines:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {});
  const { data: lookups } = useOperation('lookups:list', {});
  const { data: clusters } = useOperation('clusters:list', {});
  return ({ kind, id }) => {
    const things =
      kind === 'pipeline'
        ? pipelines
        : kind === 'datasink'
          ? datasinks
          : kind === 'listener'
            ? listeners
            : kind === 'lookup'
              ? lookups
              : clusters?.flatMap(({ workers }) => workers);
    return things?.find((thing) => thing.id === id)?.name ?? id;
  };
}
