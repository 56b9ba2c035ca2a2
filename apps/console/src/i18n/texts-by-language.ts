import { useSyncExternalStore } from 'react';
import type { Language } from '@acequia/component-sdk/text';
import { beforeLanguageChange, currentLanguage } from './i18n.ts';

/** Texts that come as a script for each language. */
export interface TextsByLanguage<T> {
  /** Loads those of a language, by default the one shown now. Resolves also when they could not be loaded; the next call tries again. */
  readonly load: (language?: Language) => Promise<void>;
  /** Undefined until they are loaded. */
  readonly in: (language: Language) => T | undefined;
  /** Calls the listener when those of a language have been loaded. */
  readonly onLoaded: (listener: () => void) => () => void;
}

/** Once they have been loaded in one language, a change of language waits for those of the next. */
export function textsByLanguage<T>(scripts: Readonly<Record<Language, () => Promise<{ readonly default: T }>>>): TextsByLanguage<T> {
  const loaded: Partial<Record<Language, T>> = {};
  const listeners = new Set<() => void>();
  const load = async (language = currentLanguage()): Promise<void> => {
    beforeLanguageChange(load);
    if (loaded[language]) return;
    try {
      loaded[language] = (await scripts[language]()).default;
    } catch {
      return;
    }
    for (const listener of listeners) listener();
  };
  return {
    load,
    in: (language) => loaded[language],
    onLoaded: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Draws the component again when the texts of its language have come. */
export function useLoaded<T>(texts: TextsByLanguage<T>): void {
  useSyncExternalStore(texts.onLoaded, () => texts.in(currentLanguage()));
}
