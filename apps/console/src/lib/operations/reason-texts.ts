import type { LanguageTexts } from '@acequia/component-sdk/text';
import { textsByLanguage } from '#i18n/texts-by-language.ts';

/** Texts for what workers report and for faults of configurations; `reason-text.ts` reads them. */
export const reasonTexts = textsByLanguage<LanguageTexts>({
  en: () => import('virtual:reason-texts/en'),
  es: () => import('virtual:reason-texts/es'),
});

/** Loads a part of the page and the texts it draws with beside each other: it never shows a code before its sentence. */
export const withReasonTexts =
  <T>(part: () => Promise<T>) =>
  async (): Promise<T> => {
    const [loaded] = await Promise.all([part(), reasonTexts.load()]);
    return loaded;
  };
