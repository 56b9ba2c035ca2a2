import type { Reason } from '@acequia/contract';
import { useReasonText } from '#lib/operations/use-reason-text.ts';

/** Why something does not run; brings the sentences of all reasons along. */
export function ReasonSentence({ reason }: { readonly reason: Reason }) {
  return useReasonText()(reason);
}
