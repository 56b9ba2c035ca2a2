export { callOperation } from './call.ts';
export { describeError } from './describe-error.ts';
export { errorToast } from './error-toast.ts';
export { isSessionOver, OperationError, toOperationError } from './operation-error.ts';
export { queryClient } from './query-client.ts';
export { invalidateEntities, operationQuery, useOperation } from './use-operation.ts';
export { useCommand } from './use-command.ts';
export { useStream, type StreamItem, type StreamState } from './use-stream.ts';
