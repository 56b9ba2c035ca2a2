import { useMemo } from 'react';
import { useAllDefinitions } from '#blocks/components/all-definitions.ts';
import { useOperation, type OperationError } from '#lib/operations/index.ts';
import { useMay } from '#lib/session/index.ts';
import type { Catalogue } from '../model/catalogue.ts';

/** The components of this release with what the tenant has; undefined until all that a document must refer to has been read. */
export function useCatalogue(pipelineId: string): {
  readonly catalogue: Catalogue | undefined;
  readonly error: OperationError | null;
  readonly refetch: () => void;
} {
  const definitions = useAllDefinitions();
  const listeners = useOperation('listeners:list', {});
  const labels = useOperation('labels:list', {});
  const datasinks = useOperation('datasinks:list', {});
  const secrets = useOperation('secrets:list', {}, { enabled: useMay('secret:read') });
  const lookups = useOperation('lookups:list', {}, { enabled: useMay('lookup:read') });
  const removed = useOperation('pipelines:listRemoved', { id: pipelineId });
  const catalogue = useMemo(
    () =>
      definitions.data && listeners.data && labels.data && datasinks.data
        ? {
            ...definitions.data,
            listeners: listeners.data,
            labels: labels.data,
            datasinks: datasinks.data,
            secrets: secrets.data && new Set(secrets.data.map((secret) => secret.id)),
            lookups: lookups.data && new Map(lookups.data.map(({ id, name }) => [id, name])),
            removed: new Map(removed.data?.map(({ id, name }) => [id, name])),
          }
        : undefined,
    [definitions.data, listeners.data, labels.data, datasinks.data, secrets.data, lookups.data, removed.data],
  );
  const refetch = () => {
    for (const each of [definitions, listeners, labels, datasinks]) void each.refetch();
  };
  return { catalogue, error: definitions.error ?? listeners.error ?? labels.error ?? datasinks.error, refetch };
}
