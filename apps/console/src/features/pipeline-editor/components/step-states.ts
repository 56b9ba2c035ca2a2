import { createContext, use, useMemo } from 'react';
import type { Lookup, ObjectStatusView } from '@acequia/contract';
import type { ObjectState } from '@acequia/domain';
import type { PipelineNode } from '@acequia/pipeline';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';

type States = ReadonlyMap<string, ObjectState>;

/** The state of each listener, data sink and enrichment, by id; none where a document is only drawn. */
export const StatesContext = createContext<States>(new Map());

/** For the context: the same map until an object has another state. */
export function useObjectStates(): States {
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {});
  const lookups = useLookups(true);
  const text = useMemo(
    () => JSON.stringify([...(listeners ?? []), ...(datasinks ?? []), ...(lookups ?? [])].map(({ id, status }) => [id, status.state])),
    [listeners, datasinks, lookups],
  );
  return useMemo(() => new Map(JSON.parse(text) as [string, ObjectState][]), [text]);
}

const useLookups = (enabled: boolean): readonly Lookup[] | undefined => {
  const mayRead = useMay('lookup:read');
  return useOperation('lookups:list', {}, { enabled: enabled && mayRead, refetchMs: stateRefetchMs }).data;
};

/** The id of the enrichment that a Lookup step reads. */
const lookupIdOf = (node: PipelineNode): string | undefined => {
  const id = node.kind === 'action' && node.component === 'lookup' ? node.config['lookup'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
};

/** The id of the listener, the data sink or the enrichment that a step stands for. */
const objectIdOf = (node: PipelineNode): string | undefined =>
  node.kind === 'label' ? node.listenerId : node.kind === 'datasink' ? node.datasinkId : lookupIdOf(node);

/** The state of its listener, data sink or enrichment. Undefined for any other action, and for what was removed. */
export const useStepState = (node: PipelineNode): ObjectState | undefined => use(StatesContext).get(objectIdOf(node) ?? '');

/** The enrichment that a Lookup step reads. */
export function useStepLookup(node: PipelineNode): Lookup | undefined {
  const id = lookupIdOf(node);
  return useLookups(id !== undefined)?.find((lookup) => lookup.id === id);
}

/** The same with since when, why and what waits. */
export function useStepStatus(node: PipelineNode): ObjectStatusView | undefined {
  const { data: listeners } = useOperation('listeners:list', {}, { enabled: node.kind === 'label' });
  const { data: datasinks } = useOperation('datasinks:list', {}, { enabled: node.kind === 'datasink' });
  const lookup = useStepLookup(node);
  const id = objectIdOf(node);
  return node.kind === 'action'
    ? lookup?.status
    : (node.kind === 'label' ? listeners : datasinks)?.find((object) => object.id === id)?.status;
}
