import { useCallback, useSyncExternalStore } from 'react';
import type { Language } from '@acequia/component-sdk/text';
import { currentLanguage, onLanguageChange, translateTo, type Values } from './i18n.ts';
import type { Texts } from './texts.ts';

export type Translate<K extends string> = (key: K, values?: Values) => string;

/** `const t = useTexts(texts)`; then `t('title')`, `t('rows', { count: 3 })`. Rendered again when the language changes. */
export function useTexts<K extends string>(texts: Texts<K>): Translate<K> {
  const language = useLanguage();
  return useCallback((key, values) => translateTo(language, texts, key, values), [texts, language]);
}

/** The language shown now; also for `text.title[language]` of component definitions. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage);
}
