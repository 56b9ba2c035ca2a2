import type { Language, Localised } from '@acequia/component-sdk/text';

/** A word of the product with what it means. */
export interface GlossaryTerm {
  readonly word: Localised;
  readonly meaning: Localised;
}

/**
 * Reads docs/glossary.md: the first table has words with their meaning in both languages, the second what the screen calls an
 * idea; what follows is for readers of the sources. A meaning without Spanish is shown in English.
 */
export function readGlossary(text: string): readonly GlossaryTerm[] {
  const [meanings = '', words = ''] = text.split('\n## ');
  const onScreen = new Map(rowsOf(words).map(([idea = '', , spanish = '']) => [idea, spanish]));
  return rowsOf(meanings).map(([word = '', meaning = '', spanish = '']) => ({
    word: { en: word, es: inSpanish(word, onScreen) },
    meaning: { en: meaning, es: spanish === '' ? meaning : spanish },
  }));
}

/** Each word of a list as the screen calls it, where it does. */
const inSpanish = (list: string, onScreen: ReadonlyMap<string, string>): string => {
  const whole = onScreen.get(list);
  return (
    whole ??
    list
      .split(', ')
      .map((word) => onScreen.get(word) ?? word)
      .join(', ')
  );
};

/** Cells of a table's rows, without its head. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    )
    .slice(2);

/** Terms whose word or meaning holds the text, in the order of the language's alphabet. */
export function findTerms(terms: readonly GlossaryTerm[], sought: string, language: Language): readonly GlossaryTerm[] {
  const text = sought.trim().toLowerCase();
  return terms
    .filter(({ word, meaning }) => `${word[language]} ${meaning[language]} ${word.en}`.toLowerCase().includes(text))
    .toSorted((a, b) => a.word[language].localeCompare(b.word[language], language));
}
