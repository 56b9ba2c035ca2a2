import type { Language } from '@acequia/component-sdk/text';
import type { Texts } from './texts.ts';

export type Values = Readonly<Record<string, string | number>>;

let language: Language = document.documentElement.lang === 'es' ? 'es' : 'en';
const listeners = new Set<() => void>();
const plurals: Readonly<Record<Language, Intl.PluralRules>> = { en: new Intl.PluralRules('en'), es: new Intl.PluralRules('es') };

/** Starts in the language of the document, which the server has set. */
export function startI18n(initial: Language): void {
  language = initial;
}

export const currentLanguage = (): Language => language;

/** What must be loaded in the next language before it is shown. */
const loads = new Set<(next: Language) => Promise<void>>();
let changes = 0;

export const beforeLanguageChange = (load: (next: Language) => Promise<void>): void => void loads.add(load);

/** Switches every text on the page as soon as all of the next language are loaded. Of several changes under way, the last one counts. */
export async function changeLanguage(next: Language): Promise<void> {
  changes += 1;
  const change = changes;
  if (next !== language) await Promise.all([...loads].map((load) => load(next)));
  if (change === changes && next !== language) switchLanguage(next);
}

/** Switches every text on the page at once. */
export function switchLanguage(next: Language): void {
  document.documentElement.lang = next;
  language = next;
  for (const listener of listeners) listener();
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One word outside of components, in the language shown now. */
export const translate = <K extends string>(texts: Texts<K>, key: K, values?: Values): string => translateTo(language, texts, key, values);

/** Missing in the language: the English word; missing there too: the key. A `count` is written with separators. */
export function translateTo<K extends string>(to: Language, texts: Texts<K>, key: K, values?: Values): string {
  const text = wordOf(texts.words[to], to, key, values) ?? wordOf(texts.words.en, 'en', key, values) ?? key;
  return values === undefined
    ? text
    : text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? written(to, name, values[name]!) : whole));
}

const written = (to: Language, name: string, value: string | number): string =>
  name === 'count' && typeof value === 'number' ? new Intl.NumberFormat(to, { useGrouping: true }).format(value) : String(value);

/** With a `count`, the form of that number: `key_one` or `key_other`. */
function wordOf(words: Readonly<Record<string, string>>, of: Language, key: string, values: Values | undefined): string | undefined {
  const count = values?.['count'];
  return (typeof count === 'number' ? words[`${key}_${plurals[of].select(count) === 'one' ? 'one' : 'other'}`] : undefined) ?? words[key];
}
