import { useMemo } from 'react';
import type { ObjectStatusView } from '@acequia/contract';
import { useAllDefinitions } from '#blocks/components/all-definitions.ts';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { useOperation, type OperationError } from '#lib/operations/index.ts';
import { useMay } from '#lib/session/index.ts';
import type { Catalogue } from '../model/catalogue.ts';

interface Stated {
  readonly status: ObjectStatusView;
}

/** The components of this release with what the tenant has; undefined until all that a document must refer to has been read. */
export function useCatalogue(pipelineId: string): {
  readonly catalogue: Catalogue | undefined;
  readonly error: OperationError | null;
  readonly refetch: () => void;
} {
  const definitions = useAllDefinitions();
  const listeners = useOperation('listeners:list', {}, { refetchMs: stateRefetchMs });
  const labels = useOperation('labels:list', {});
  const datasinks = useOperation('datasinks:list', {}, { refetchMs: stateRefetchMs });
  const secrets = useOperation('secrets:list', {}, { enabled: useMay('secret:read') });
  const lookups = useOperation('lookups:list', {}, { enabled: useMay('lookup:read') });
  const removed = useOperation('pipelines:listRemoved', { id: pipelineId });
  const lookupNames = useNames(lookups.data);
  const [ownListeners, ownDatasinks] = [useWithoutStatus(listeners.data), useWithoutStatus(datasinks.data)];
  const catalogue = useMemo(
    () =>
      definitions.data && ownListeners && labels.data && ownDatasinks
        ? {
            ...definitions.data,
            listeners: ownListeners,
            labels: labels.data,
            datasinks: ownDatasinks,
            secrets: secrets.data && new Set(secrets.data.map((secret) => secret.id)),
            lookups: lookupNames,
            removed: new Map(removed.data?.map(({ id, name }) => [id, name])),
          }
        : undefined,
    [definitions.data, ownListeners, labels.data, ownDatasinks, secrets.data, lookupNames, removed.data],
  );
  const refetch = () => {
    for (const each of [definitions, listeners, labels, datasinks]) void each.refetch();
  };
  return { catalogue, error: definitions.error ?? listeners.error ?? labels.error ?? datasinks.error, refetch };
}

/** The same list as long as nothing but states has changed. */
function useWithoutStatus<T extends Stated>(all: readonly T[] | undefined): readonly Omit<T, 'status'>[] | undefined {
  const text = useMemo(() => all && JSON.stringify(all.map((each) => ({ ...each, status: undefined }))), [all]);
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as readonly Omit<T, 'status'>[])), [text]);
}

/** Names by id; the same map as long as they are the same. */
function useNames(all: readonly { readonly id: string; readonly name: string }[] | undefined): ReadonlyMap<string, string> | undefined {
  const text = useMemo(() => all && JSON.stringify(all.map(({ id, name }) => [id, name])), [all]);
  return useMemo(() => (text === undefined ? undefined : new Map(JSON.parse(text) as [string, string][])), [text]);
}
