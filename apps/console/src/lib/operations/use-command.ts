import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { callOperation } from './call.ts';
import { errorToast } from './error-toast.ts';
import type { OperationError } from './operation-error.ts';
import { metaOf } from './operation-meta.ts';
import { invalidateEntities } from './use-operation.ts';

export interface UseCommandOptions<O extends OperationName> {
  readonly onSuccess?: (output: OperationOutput<O>, input: OperationInput<O>) => void;
  readonly onError?: (error: OperationError, input: OperationInput<O>) => void;
  /** True: the caller shows the error itself (beside the form); else it becomes a toast with its code. */
  readonly inlineErrors?: boolean;
}

/** A changing operation by name. `mutate(input)`, `mutateAsync(input)`, `isPending`, `error`. Everything that reads what it changes is asked again. */
export function useCommand<O extends OperationName>(
  name: O,
  options: UseCommandOptions<O> = {},
): UseMutationResult<OperationOutput<O>, OperationError, OperationInput<O>> {
  const client = useQueryClient();
  return useMutation<OperationOutput<O>, OperationError, OperationInput<O>>({
    mutationKey: [name],
    mutationFn: (input) => callOperation(name, input),
    onSuccess: (output, input) => {
      void invalidateEntities(client, metaOf(name).changes);
      options.onSuccess?.(output, input);
    },
    onError: (error, input) => {
      if (!options.inlineErrors) errorToast(error);
      options.onError?.(error, input);
    },
  });
}
