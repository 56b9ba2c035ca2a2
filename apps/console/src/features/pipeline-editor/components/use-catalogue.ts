import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import { useMemo } from 'react';
import { useOperation, type OperationError } from '#lib/operations/index.ts';
import { useMay } from '#lib/session/index.ts';
import type { Catalogue } from '../model/catalogue.ts';

const definitions = {
  listenerDefinitions: Object.values(listenerDefinitions),
  actionDefinitions: Object.values(actionDefinitions),
  datasinkDefinitions: Object.values(datasinkDefinitions),
};

/** The components of this release with the tenant's listeners, labels and datasinks; undefined until all have been read. */
export function useCatalogue(): {
  readonly catalogue: Catalogue | undefined;
  readonly error: OperationError | null;
  readonly refetch: () => void;
} {
  const listeners = useOperation('listeners:list', {});
  const labels = useOperation('labels:list', {});
  const datasinks = useOperation('datasinks:list', {});
  const secrets = useOperation('secrets:list', {}, { enabled: useMay('secret:read') });
  const catalogue = useMemo(
    () =>
      listeners.data && labels.data && datasinks.data
        ? {
            ...definitions,
            listeners: listeners.data,
            labels: labels.data,
            datasinks: datasinks.data,
            secrets: secrets.data && new Set(secrets.data.map((secret) => secret.id)),
          }
        : undefined,
    [listeners.data, labels.data, datasinks.data, secrets.data],
  );
  const refetch = () => {
    for (const each of [listeners, labels, datasinks]) void each.refetch();
  };
  return { catalogue, error: listeners.error ?? labels.error ?? datasinks.error, refetch };
}
