import { keepPreviousData, queryOptions, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { Entity, OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { callOperation } from './call.ts';
import type { OperationError } from './operation-error.ts';
import { metaOf, readsAny } from './operation-meta.ts';

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
  const removed = removedThings(client);
  await client.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      typeof name === 'string' &&
      name.includes(':') &&
      readsAny(name as OperationName, changed) &&
      !removed.some((thing) => names(input, thing)),
  });
}

/** What commands of this page remove or have removed: each by the values that name it together. */
function removedThings(client: QueryClient): readonly (readonly unknown[])[] {
  return client
    .getMutationCache()
    .findAll({ predicate: ({ state }) => state.status !== 'error' })
    .flatMap(({ options, state }) => {
      const name = options.mutationKey?.[0];
      const inputs = typeof name === 'string' && name.includes(':') ? metaOf(name as OperationName).removes : [];
      return inputs.length > 0 && isRecord(state.variables) ? [inputs.map((input) => (state.variables as Inputs)[input])] : [];
    });
}

type Inputs = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Inputs => typeof value === 'object' && value !== null;

/** Whether an input names all of these. */
function names(input: unknown, thing: readonly unknown[]): boolean {
  const values = isRecord(input) ? Object.values(input) : [];
  return thing.every((each) => values.includes(each));
}
