import type { OperationInput } from '@acequia/contract';
import { callOperation } from './call.ts';

/**
 * Lets a worker run a document while `use` looks at what it does, given the id of the preview, which is always deleted in the end. So it
 * is created without the signal: the server creates also what was given up meanwhile, and its id would be lost. Rejects once the signal
 * has aborted.
 */
export async function withPreview<T>(
  input: OperationInput<'internalPipelines:create'>,
  signal: AbortSignal,
  use: (id: string) => Promise<T>,
): Promise<T> {
  const { id } = await callOperation('internalPipelines:create', input);
  try {
    signal.throwIfAborted();
    return await use(id);
  } finally {
    callOperation('internalPipelines:delete', { id }).catch(() => undefined);
  }
}
