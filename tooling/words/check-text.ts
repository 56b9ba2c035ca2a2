import { bannedWords } from './banned-words.ts';
import { fixedSentences } from './fixed-sentences.ts';
import { nextSteps, notVerbs } from './next-steps.ts';
import { terms } from './terms.ts';
import type { Finding, Rule, VisibleText } from './visible-text.ts';

/** Words of a sentence at most. */
export const wordsMax = 20;

/** The form for other numbers than one stands for both. */
const pluralForm = /\{\w+, plural, one \{[^{}]*\} other \{([^{}]*)\}\}/g;
/** A number before a noun in the plural, as “1 events”; the tables of the console have a key for each form. */
const countedNoun = /(?<![{$])\{(?:count|events|records|rows|minutes)\} \p{L}+s\b/u;

const fixed = new Set(fixedSentences.map(({ text }) => text));

/** What is certainly wrong with one text. */
export function checkText(one: VisibleText): Finding[] {
  if (fixed.has(one.text)) return [];
  const { file, line } = one;
  // The names of what is filled in are not read by anybody.
  const text = one.text.replaceAll(pluralForm, '$1').replaceAll(/\{\{?[\w|]*\}?\}/g, '{}');
  const finding = (rule: Rule, advice: string): Finding => ({ file, line, rule, text: one.text, advice });
  const found: Finding[] = [];
  for (const { language, pattern, instead } of bannedWords) {
    const match = language === one.language && pattern.exec(text);
    if (match) found.push(finding('banned', `“${match[0].trim()}”: write ${instead}`));
  }
  for (const { language, term, others, except } of terms) {
    const match = language === one.language && !except?.test(file) && others.exec(text);
    if (match) found.push(finding('term', `“${match[0].trim()}”: the term is ${term}`));
  }
  for (const sentence of sentencesOf(text)) {
    const count = wordsOf(sentence);
    if (count > wordsMax)
      found.push(finding('long', `${count} words in a sentence, ${wordsMax} at most: make two of it, or leave words out`));
  }
  if (countedNoun.test(one.text))
    found.push(finding('plural', 'it reads “1 events” for one: write {count, plural, one {# event} other {# events}}'));
  if (one.role === 'label' && /[^.]\.$/.test(text)) found.push(finding('period', 'a label or title has no period at its end'));
  if (one.role === 'button') {
    if (/[^.]\.$/.test(text)) found.push(finding('period', 'a button has no period at its end'));
    if (one.language === 'en' && notVerbs.test(text))
      found.push(finding('button', 'a button begins with a verb: what happens when it is pressed'));
  }
  if (one.role === 'explanation' && one.language === 'en' && !nextSteps.test(text)) {
    found.push(finding('next-step', 'say what the reader can do (“Check …”, “Ask an admin …”) or that nothing needs to be done'));
  }
  return found;
}

/** Ends at `.`, `!` or `?` before a blank, and at the end of a line. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?…])\s+|\n+/);

/** A value that is filled in counts as a word, a dash or a sign as none. */
const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}{]/u.test(word)).length;
