import { hasReasonText, reasonText } from '@acequia/component-sdk/text';
import { isErrorCode, type Reason } from '@acequia/contract';
import { useLanguage } from '#i18n/use-texts.ts';
import { useErrorWords } from './error-words.ts';

/** The sentence for a reason a worker or the server reported (some of them in the server's own codes), in the page's language. */
export function useReasonText(): (reason: Reason) => string {
  const language = useLanguage();
  const errorWords = useErrorWords();
  return ({ code, fields }) => {
    const { title, text } =
      !hasReasonText(code) && isErrorCode(code) ? errorWords(code, language, fields) : reasonText(code, language, fields);
    return `${title}. ${text}`;
  };
}
