import { Note } from '@acequia/ui';
import { describeError } from '#lib/operations/describe-error.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';

/** Why the server did not save, with its code; what asks for a new proof of who one is shows its own dialog. */
export function RefusedSave({ error }: { readonly error: OperationError | null }) {
  if (!error || error.code === 'WEB-11011') return null;
  const { title, text } = describeError(error);
  return (
    <div role="alert">
      <Note tone="danger" title={title}>
        {text} ({error.code})
      </Note>
    </div>
  );
}
