import { isErrorCode, type Reason } from '@acequia/contract';
import { useLoaded } from '#i18n/texts-by-language.ts';
import { useLanguage } from '#i18n/use-texts.ts';
import { useErrorWords } from './error-words.ts';
import { hasReasonText, reasonText } from './reason-text.ts';
import { reasonTexts } from './reason-texts.ts';

/** What happened, and what to do about it. */
interface ReasonSentences {
  readonly title: string;
  readonly text: string;
}

/** The words for a reason a worker or the server reported (some of them in the server's own codes), in the page's language. */
export function useReasonSentences(): (reason: Reason) => ReasonSentences {
  const language = useLanguage();
  const errorWords = useErrorWords();
  useLoaded(reasonTexts);
  return ({ code, fields }) =>
    !hasReasonText(code) && isErrorCode(code) ? errorWords(code, language, fields) : reasonText(code, language, fields);
}

/** The same in one line. */
export function useReasonText(): (reason: Reason) => string {
  const sentences = useReasonSentences();
  return (reason) => {
    const { title, text } = sentences(reason);
    return `${title}. ${text}`;
  };
}
