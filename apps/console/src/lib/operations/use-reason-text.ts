import { hasReasonText, reasonText, type Language, type Words } from '@acequia/component-sdk/text';
import { errorText, isErrorCode, type Reason } from '@acequia/contract';
import { useLanguage } from '#i18n/use-texts.ts';

/** The server reports some reasons in its own codes. */
const wordsOf = ({ code, fields }: Reason, language: Language): Words =>
  !hasReasonText(code) && isErrorCode(code) ? errorText(code, language, fields) : reasonText(code, language, fields);

/** The sentence for a reason a worker or the server reported, in the page's language. */
export function useReasonText(): (reason: Reason) => string {
  const language = useLanguage();
  return (reason) => {
    const { title, text } = wordsOf(reason, language);
    return `${title}. ${text}`;
  };
}
