import { afterEach, describe, expect, it } from 'vitest';
import { onLanguageChange, startI18n, switchLanguage, translate } from './i18n.ts';
import { defineTexts } from './texts.ts';

const texts = defineTexts('test', {
  en: { hello: 'Hello {{name}}', rows_one: '{{count}} row', rows_other: '{{count}} rows' },
  es: { hello: 'Hola {{name}}', rows_one: '{{count}} fila', rows_other: '{{count}} filas' },
});

afterEach(() => startI18n('en'));

describe('texts', () => {
  it('fills in values and leaves unknown places as they are', () => {
    expect(translate(texts, 'hello', { name: '{{name}} $& <b>' })).toBe('Hello {{name}} $& <b>');
    expect(translate(texts, 'hello', { other: 1 })).toBe('Hello {{name}}');
  });
  it('counts in both languages, round millions in Spanish too', () => {
    expect([0, 1, 2].map((count) => translate(texts, 'rows', { count }))).toEqual(['0 rows', '1 row', '2 rows']);
    startI18n('es');
    expect([1, 1_000_000].map((count) => translate(texts, 'rows', { count }))).toEqual(['1 fila', '1.000.000 filas']);
  });
  it('shows the English word where the language has none', () => {
    const half = { namespace: 'half', words: { en: { both: 'Both', one: 'English' }, es: { both: 'Ambas' } } };
    startI18n('es');
    expect([translate(half, 'both'), translate(half, 'one')]).toEqual(['Ambas', 'English']);
  });
  it('tells the page when the language changes', () => {
    let told = 0;
    const leave = onLanguageChange(() => (told += 1));
    switchLanguage('es');
    leave();
    switchLanguage('en');
    expect(told).toBe(1);
  });
});

/** All words of the console. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../**/texts.ts', { eager: true });
const all = Object.entries(modules).flatMap(([path, module]) =>
  Object.values(module)
    .filter((value): value is typeof texts => typeof value === 'object' && value !== null && 'words' in value)
    .map((value) => [path, value] as const),
);

describe.each(all)('%s', (_path, { words }) => {
  it('fills the same places in both languages', () => {
    const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    for (const [key, text] of Object.entries(words.en)) expect([key, places(words.es[key] ?? '')]).toEqual([key, places(text)]);
  });
  it('has every plural in two forms', () => {
    for (const key of Object.keys(words.en)) if (key.endsWith('_one')) expect(words.en).toHaveProperty(key.replace(/_one$/, '_other'));
  });
});
