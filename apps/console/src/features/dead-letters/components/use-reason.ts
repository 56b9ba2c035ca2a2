import { rejectionFields, type Rejection, type Words } from '@acequia/component-sdk/text';
import { useLanguage } from '#i18n/use-texts.ts';
import { reasonText } from '#lib/operations/reason-text.ts';

type Reason = Rejection & { readonly code: string; readonly field?: string };

/** Why a letter was refused, in the page's language; a code without words stands for itself. */
export function useReason(): (letter: Reason) => Words {
  const language = useLanguage();
  return ({ field, ...rejection }) =>
    reasonText(rejection.code, language, { ...rejectionFields(rejection), ...(field === undefined ? {} : { field }) });
}
