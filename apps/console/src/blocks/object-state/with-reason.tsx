import { lazy, Suspense } from 'react';
import { withReasonTexts } from '#lib/operations/reason-texts.ts';
import type { ReasonWordsProps } from './reason-words.tsx';

/** With the sentences of all reasons: no list waits for them. */
const ReasonWords = lazy(withReasonTexts(() => import('./reason-words.tsx').then((module) => ({ default: module.ReasonWords }))));

/** Draws at once, and again with the words of the reason or the last error when they have come. */
export function WithReason({ status, children }: ReasonWordsProps) {
  if (!status.reason && !status.lastError) return children(undefined, undefined);
  return (
    <Suspense fallback={children(undefined, undefined)}>
      <ReasonWords status={status}>{children}</ReasonWords>
    </Suspense>
  );
}
