import { useMemo, type ReactNode } from 'react';
import { UiWordsProvider, type UiWords } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { appTexts } from './texts.ts';

const names = [
  'close',
  'copy',
  'copied',
  'idCopied',
  'urlCopied',
  'copyFailed',
  'clear',
  'remove',
  'showPassword',
  'hidePassword',
  'showValue',
  'hideValue',
  'loading',
  'noOptions',
  'notifications',
] as const satisfies readonly (keyof UiWords)[];

/** The words of the primitives in the page's language. */
export function UiLanguage({ children }: { readonly children: ReactNode }) {
  const t = useTexts(appTexts);
  const words = useMemo(() => Object.fromEntries(names.map((name) => [name, t(name)])) as unknown as UiWords, [t]);
  return <UiWordsProvider words={words}>{children}</UiWordsProvider>;
}
