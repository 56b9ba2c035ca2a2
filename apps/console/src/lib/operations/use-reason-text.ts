import { isErrorCode, type Reason } from '@acequia/contract';
import { useLoaded } from '#i18n/texts-by-language.ts';
import { useLanguage } from '#i18n/use-texts.ts';
import { useErrorWords } from './error-words.ts';
import { hasReasonText, reasonText } from './reason-text.ts';
import { reasonTexts } from './reason-texts.ts';

/** The sentence for a reason a worker or the server reported (some of them in the server's own codes), in the page's language. */
export function useReasonText(): (reason: Reason) => string {
  const language = useLanguage();
  const errorWords = useErrorWords();
  useLoaded(reasonTexts);
  return ({ code, fields }) => {
    const { title, text } =
      !hasReasonText(code) && isErrorCode(code) ? errorWords(code, language, fields) : reasonText(code, language, fields);
    return `${title}. ${text}`;
  };
}
