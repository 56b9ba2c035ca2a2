import { Note } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { RetryOpening } from '#blocks/object-state/retry-opening.tsx';
import { StateNote } from '#blocks/object-state/state-note.tsx';
import { useReasonText } from '#lib/operations/use-reason-text.ts';

/** Why it does not do all of its work; with another try where it could not start. */
export function ListenerProblem({ listener }: { readonly listener: Listener }) {
  const reasonText = useReasonText();
  const { status } = listener;
  if ((status.state === 'running' || status.state === 'idle') && status.reason)
    return (
      <div role="status">
        <Note tone="accent">{reasonText(status.reason)}</Note>
      </div>
    );
  return <StateNote status={status} action={<RetryOpening listener={listener} />} />;
}
