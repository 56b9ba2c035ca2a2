export { callOperation } from './call.ts';
export { describeError } from './describe-error.ts';
export { errorToast } from './error-toast.ts';
export { isSessionOver, OperationError, toOperationError } from './operation-error.ts';
export { queryClient } from './query-client.ts';
export { invalidateEntities, operationQuery, useOperation } from './use-operation.ts';
export { useCommand } from './use-command.ts';
export type { StreamItem, StreamState } from './listen.ts';
export { useStream } from './use-stream.ts';
