import { use } from 'react';
import type { DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';
import type { InstanceKind } from './cards.ts';

interface Definitions {
  readonly listener: ListenerDefinition;
  readonly datasink: DatasinkDefinition;
}
type Module = Readonly<Record<string, unknown>>;

const loads = new Map(
  Object.entries(import.meta.glob<Module>('../../../../../packages/components/src/{listeners,datasinks}/*/definition.ts')).map(
    ([path, load]) => [path.split('/').slice(-3, -1).join('/'), load] as const,
  ),
);
const asked = new Map<string, Promise<unknown>>();

/** Loads a component's definition once; undefined when this build does not know the component. */
function loadDefinition<K extends InstanceKind>(kind: K, id: string): Promise<Definitions[K] | undefined> {
  const key = `${kind}s/${id}`;
  const known = asked.get(key) ?? read(key);
  asked.set(key, known);
  return known as Promise<Definitions[K] | undefined>;
}

const read = (key: string): Promise<unknown> =>
  (loads.get(key)?.() ?? Promise.resolve<Module>({})).then(
    (module) => Object.values(module).find(isDefinition),
    (error: unknown) => {
      asked.delete(key);
      throw error;
    },
  );

const isDefinition = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kind' in value && 'overview' in value;

/** Suspends until the definition is there; undefined when this build does not know the component. */
export const useDefinition = <K extends InstanceKind>(kind: K, id: string): Definitions[K] | undefined => use(loadDefinition(kind, id));
