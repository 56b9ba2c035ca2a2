import type { HealthPart, Reason } from '@acequia/contract';
import { objectStates, objectStatus, type ObjectState, type PartFacts } from '@acequia/domain';

export type StateCount = readonly [state: ObjectState, count: number];

/** Of the listeners, pipelines and data sinks that a cluster runs: how many are in each state there, the worst first. */
export function clusterStates(parts: readonly HealthPart[], heard: ReadonlySet<string>): ReadonlyMap<string, readonly StateCount[]> {
  const told = parts.filter(({ kind }) => kind !== 'lookup').map((part) => ({ ...part, heard: heard.has(part.workerId) }));
  return new Map([...Map.groupBy(told, ({ clusterId }) => clusterId)].map(([clusterId, own]) => [clusterId, countsOf(own)]));
}

function countsOf(parts: readonly (HealthPart & PartFacts<Reason>)[]): readonly StateCount[] {
  const deliveries = Map.groupBy(
    parts.filter(({ kind }) => kind === 'datasink'),
    ({ pipelineId }) => pipelineId,
  );
  const states = [...Map.groupBy(parts, ({ kind, id }) => `${kind} ${id}`).values()].map((group) => {
    const { kind, id } = group[0]!;
    return objectStatus<Reason>({
      kind,
      declared: 'running',
      parts: kind === 'pipeline' ? [...group, ...(deliveries.get(id) ?? [])] : group,
    }).state;
  });
  return objectStates.flatMap((state) => {
    const count = states.filter((each) => each === state).length;
    return count > 0 ? [[state, count] as const] : [];
  });
}
