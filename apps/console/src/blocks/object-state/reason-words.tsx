import type { ReactNode } from 'react';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonSentences } from '#lib/operations/use-reason-text.ts';
import { objectStateTexts } from './texts.ts';

export interface ReasonWordsProps {
  readonly status: Pick<ObjectStatusView, 'reason' | 'lastError'>;
  /** Gets all of it, and what happened alone: undefined while the words load, and where there is nothing to say. */
  readonly children: (words: string | undefined, title: string | undefined) => ReactNode;
}

/** Why a thing is in its state, else its last error, as sentences. */
export function ReasonWords({ status: { reason, lastError }, children }: ReasonWordsProps) {
  const t = useTexts(objectStateTexts);
  const sentences = useReasonSentences();
  const why = reason ?? lastError;
  if (!why) return children(undefined, undefined);
  const { title, text } = sentences(why);
  const words = `${title}. ${text}`;
  return children(reason ? words : t('lastError', { error: words }), title);
}
