import type { Language, Words } from '@acequia/component-sdk/text';
import type { ErrorCode } from '@acequia/contract';
import { fillIn, type ErrorTexts } from '@acequia/contract/error-texts';
import { textsByLanguage, useLoaded } from '#i18n/texts-by-language.ts';

const texts = textsByLanguage<ErrorTexts>({
  en: () => import('virtual:error-texts/en'),
  es: () => import('virtual:error-texts/es'),
});

/**
 * Loads the sentences of the server's error codes; no page needs them to show. A failed operation waits for them before it
 * rejects, so whoever has its error has them.
 */
export const loadErrorWords = texts.load;

/** What happened, and why and what next; the code alone while the sentences are not there. */
export function errorWords(code: ErrorCode, language: Language, fields: Readonly<Record<string, string | number>> = {}): Words {
  const known = texts.in(language);
  return known ? fillIn(known[code], fields) : { title: code, text: '' };
}

/** Draws the component again when the sentences have come: for codes that come with data and not by a failed operation. */
export function useErrorWords(): typeof errorWords {
  useLoaded(texts);
  return errorWords;
}
