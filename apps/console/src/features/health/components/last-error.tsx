import type { Reason } from '@acequia/contract';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useReasonText } from '#lib/operations/use-reason-text.ts';

/** When what went wrong last, on two lines at most; nothing while nothing has. */
export function LastError({ reason, atMs }: { readonly reason: Reason | null; readonly atMs: number | null }) {
  const reasonText = useReasonText();
  if (!reason) return null;
  return (
    <p className="ui-hint line-clamp-2 whitespace-normal" title={reasonText(reason)}>
      {atMs !== null && (
        <>
          <TimeAgo atMs={atMs} />
          {': '}
        </>
      )}
      {reasonText(reason)}
    </p>
  );
}
