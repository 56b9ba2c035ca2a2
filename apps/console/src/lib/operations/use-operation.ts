import { keepPreviousData, queryOptions, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Entity, OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { callOperation } from './call.ts';
import type { OperationError } from './operation-error.ts';
import { readsAny } from './operation-meta.ts';

export interface UseOperationOptions {
  /** False: not asked for yet. */
  readonly enabled?: boolean;
  readonly refetchMs?: number;
  /** Keeps the last answer on the screen while another input is being asked for. */
  readonly keepPrevious?: boolean;
}

/** Key and function of a read, for prefetching and for `useQueries`. */
export const operationQuery = <O extends OperationName>(name: O, input: OperationInput<O>) =>
  queryOptions<OperationOutput<O>, OperationError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callOperation(name, input, { signal }),
  });

/** Reads by operation name; asked again when a command changes what it reads. */
export function useOperation<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  options: UseOperationOptions = {},
): UseQueryResult<OperationOutput<O>, OperationError> {
  return useQuery<OperationOutput<O>, OperationError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callOperation(name, input, { signal }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.refetchMs === undefined ? {} : { refetchInterval: options.refetchMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Asks again for everything on the screen that reads one of these things, and for nothing that this page removes or has removed. */
export async function invalidateEntities(client: QueryClient, changed: readonly Entity[]): Promise<void> {
  const removed = removedIds(client);
  await client.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      typeof name === 'string' && name.includes(':') && readsAny(name as OperationName, changed) && !removed.has(idOf(input)),
  });
}

function removedIds(client: QueryClient): ReadonlySet<unknown> {
  const removals = client
    .getMutationCache()
    .findAll({ predicate: ({ options, state }) => String(options.mutationKey?.[0]).endsWith(':remove') && state.status !== 'error' });
  const ids = new Set(removals.map(({ state }) => idOf(state.variables)));
  ids.delete(undefined);
  return ids;
}

const idOf = (input: unknown): unknown => (typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined);
