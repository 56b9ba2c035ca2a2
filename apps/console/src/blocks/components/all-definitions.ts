import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ActionDefinition, DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';
import { OperationError, toOperationError } from '#lib/operations/index.ts';

/** Every component of this release. */
export interface AllDefinitions {
  readonly listenerDefinitions: readonly ListenerDefinition[];
  readonly actionDefinitions: readonly ActionDefinition[];
  readonly datasinkDefinitions: readonly DatasinkDefinition[];
}

let known: AllDefinitions | undefined;

/** As loaded; undefined before that. */
export const knownDefinitions = (): AllDefinitions | undefined => known;

/** Loads them beside the page, while it reads its data. What kept them from being loaded is told as of an operation, and can be tried again. */
export const useAllDefinitions = (): UseQueryResult<AllDefinitions, OperationError> =>
  useQuery<AllDefinitions, OperationError>({
    queryKey: ['definitions'],
    queryFn: loadDefinitions,
    initialData: knownDefinitions,
    staleTime: Number.POSITIVE_INFINITY,
  });

async function loadDefinitions(): Promise<AllDefinitions> {
  try {
    const { listenerDefinitions, actionDefinitions, datasinkDefinitions } = await import('@acequia/components/definitions');
    known ??= {
      listenerDefinitions: Object.values(listenerDefinitions),
      actionDefinitions: Object.values(actionDefinitions),
      datasinkDefinitions: Object.values(datasinkDefinitions),
    };
    return known;
  } catch (error) {
    // A script that could not be fetched is a TypeError, in every browser.
    throw error instanceof TypeError ? new OperationError('NETWORK', {}, error) : toOperationError(error);
  }
}
