import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { errorCodes, isErrorCode } from '@acequia/contract';
import { isSessionOver, OperationError } from './operation-error.ts';
import { sessionOver } from './session-over.ts';

const watch = (error: unknown): void => {
  if (error instanceof OperationError && isSessionOver(error)) sessionOver(error);
};

const worthRetrying = (error: unknown): boolean =>
  error instanceof OperationError && (error.code === 'NETWORK' || (isErrorCode(error.code) && errorCodes[error.code].retry));

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: watch }),
  mutationCache: new MutationCache({ onError: watch }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && worthRetrying(error), refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
