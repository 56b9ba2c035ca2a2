import type { Reason } from '@acequia/contract';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useReasonText } from '#lib/operations/use-reason-text.ts';

/** What last went wrong, on a line, and when; nothing while nothing has. */
export function LastError({ reason, atMs }: { readonly reason: Reason | null; readonly atMs: number | null }) {
  const reasonText = useReasonText();
  if (!reason) return null;
  return (
    <span className="flex gap-2 items-baseline min-w-0">
      <span className="ui-hint truncate" title={reasonText(reason)}>
        {reasonText(reason)}
      </span>
      {atMs !== null && (
        <span className="ui-hint whitespace-nowrap">
          <TimeAgo atMs={atMs} />
        </span>
      )}
    </span>
  );
}
