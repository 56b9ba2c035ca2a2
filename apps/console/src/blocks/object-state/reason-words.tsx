import type { ReactNode } from 'react';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { objectStateTexts } from './texts.ts';

export interface ReasonWordsProps {
  readonly status: Pick<ObjectStatusView, 'reason' | 'lastError'>;
  /** Gets the words: undefined while they load, and where there is nothing to say. */
  readonly children: (words: string | undefined) => ReactNode;
}

/** Why a thing is in its state, else its last error, as sentences. */
export function ReasonWords({ status: { reason, lastError }, children }: ReasonWordsProps) {
  const t = useTexts(objectStateTexts);
  const reasonText = useReasonText();
  return children(reason ? reasonText(reason) : lastError ? t('lastError', { error: reasonText(lastError) }) : undefined);
}
