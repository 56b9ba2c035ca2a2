import type { Words } from '@acequia/component-sdk/text';
import type { Letter } from '@acequia/contract';
import { useLanguage } from '#i18n/use-texts.ts';
import { reasonText } from '#lib/operations/reason-text.ts';

type Reason = Pick<Letter, 'code'> & Partial<Pick<Letter, 'message' | 'status' | 'offset'>> & { readonly field?: string };

/** Why a letter was refused, in the page's language; a code without words stands for itself. */
export function useReason(): (letter: Reason) => Words {
  const language = useLanguage();
  return ({ code, message, status, offset, field }) =>
    reasonText(code, language, {
      ...(message === undefined || message === code ? {} : { message }),
      ...(typeof status === 'number' ? { status } : {}),
      ...(typeof offset === 'number' ? { offset } : {}),
      ...(field === undefined ? {} : { field }),
    });
}
