import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type { LanguageTexts } from '@acequia/component-sdk/text';
import type { ErrorTexts } from '@acequia/contract/error-texts';

type Language = 'en' | 'es';

const fileOf = (path: string) => fileURLToPath(new URL(`../../../packages/${path}`, import.meta.url));

const reasonTexts = async (language: Language) =>
  (await runnerImport<{ readonly languageTexts: Readonly<Record<Language, LanguageTexts>> }>(fileOf('component-sdk/src/text/index.ts')))
    .module.languageTexts[language];

const errorTexts = async (language: Language) =>
  (
    await runnerImport<{ readonly errorTextsIn: (language: Language) => ErrorTexts }>(fileOf('contract/src/errors/texts.ts'))
  ).module.errorTextsIn(language);

/** `virtual:reason-texts/en` and the like: a script for each language of what is written in both side by side, so that a page loads its own alone. */
export function languageTexts(): Plugin {
  const modules = new Map<string, () => Promise<object>>();
  for (const language of ['en', 'es'] as const) {
    modules.set(`virtual:reason-texts/${language}`, () => reasonTexts(language));
    modules.set(`virtual:error-texts/${language}`, () => errorTexts(language));
  }
  return {
    name: 'language-texts',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : undefined),
    load: async (id) => {
      const texts = id.startsWith('\0') ? modules.get(id.slice(1)) : undefined;
      return texts && `export default ${JSON.stringify(await texts())};`;
    },
  };
}
