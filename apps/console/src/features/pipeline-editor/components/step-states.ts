import { createContext, use, useMemo } from 'react';
import type { ObjectStatusView } from '@acequia/contract';
import type { ObjectState } from '@acequia/domain';
import type { PipelineNode } from '@acequia/pipeline';
import { useOperation } from '#lib/operations/use-operation.ts';

type States = ReadonlyMap<string, ObjectState>;

/** The state of each listener and data sink, by id; none where a document is only drawn. */
export const StatesContext = createContext<States>(new Map());

/** For the context: the same map until an object has another state. */
export function useObjectStates(): States {
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: datasinks } = useOperation('datasinks:list', {});
  const text = useMemo(
    () => JSON.stringify([...(listeners ?? []), ...(datasinks ?? [])].map(({ id, status }) => [id, status.state])),
    [listeners, datasinks],
  );
  return useMemo(() => new Map(JSON.parse(text) as [string, ObjectState][]), [text]);
}

/** The id of the listener or the data sink that a step stands for. */
const objectIdOf = (node: PipelineNode): string | undefined =>
  node.kind === 'label' ? node.listenerId : node.kind === 'datasink' ? node.datasinkId : undefined;

/** The state of its listener or data sink. Undefined for an action, and for what was removed. */
export const useStepState = (node: PipelineNode): ObjectState | undefined => use(StatesContext).get(objectIdOf(node) ?? '');

/** The same with since when, why and what waits. */
export function useStepStatus(node: PipelineNode): ObjectStatusView | undefined {
  const { data: listeners } = useOperation('listeners:list', {}, { enabled: node.kind === 'label' });
  const { data: datasinks } = useOperation('datasinks:list', {}, { enabled: node.kind === 'datasink' });
  const id = objectIdOf(node);
  return (node.kind === 'label' ? listeners : datasinks)?.find((object) => object.id === id)?.status;
}
