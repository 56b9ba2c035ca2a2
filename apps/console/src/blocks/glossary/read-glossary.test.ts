import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTerms, readGlossary } from './read-glossary.ts';

const terms = readGlossary(readFileSync(join(import.meta.dirname, '../../../../../docs/glossary.md'), 'utf8'));

test('every word of the documentation is told, in both languages', () => {
  expect(terms.length).toBeGreaterThan(25);
  for (const { word, meaning } of terms) {
    expect([word.en, word.es, meaning.en, meaning.es]).not.toContain('');
    expect([word.en, meaning.es]).not.toEqual([word.en, meaning.en]);
  }
});

test('the screen has no words of the sources', () => {
  expect(terms.map(({ word }) => word.en)).not.toContain('lane');
});

test('a word is called what the screen calls it, and found by either name', () => {
  const [found] = findTerms(terms, 'evento fallido', 'es');
  expect(found).toMatchObject({ word: { en: 'dead letter', es: 'evento fallido' } });
  expect(findTerms(terms, 'dead letter', 'es')).toContain(found);
  expect(findTerms(terms, 'no such word', 'en')).toEqual([]);
});
