import { configFaultTexts } from './faults/config.ts';
import { expressionFaultTexts } from './faults/expressions.ts';
import { nameFaultTexts } from './faults/names.ts';
import { patternFaultTexts } from './faults/patterns.ts';
import { faultTextIn, hasReasonTextIn, isFaultCodeIn, reasonTextIn, type LanguageTexts } from './language-texts.ts';
import { answerReasons, refusalReasons } from './reasons/answers.ts';
import { connectionReasons } from './reasons/connections.ts';
import { deadLetterReasons } from './reasons/dead-letters.ts';
import { decodingReasons } from './reasons/decoding.ts';
import { deliveryReasons } from './reasons/deliveries.ts';
import { eventReasons } from './reasons/events.ts';
import { expectedTexts } from './reasons/expected.ts';
import { lookupReasons } from './reasons/lookups.ts';
import { workerReasons } from './reasons/worker.ts';
import type { Language, Localised } from './text.ts';
import type { TextFields, Words, WordsByLanguage } from './words.ts';

const reasons: Readonly<Record<string, WordsByLanguage>> = {
  ...workerReasons,
  ...deliveryReasons,
  ...decodingReasons,
  ...eventReasons,
  ...refusalReasons,
  ...lookupReasons,
  ...deadLetterReasons,
};
const faults: Readonly<Record<string, Localised>> = {
  ...configFaultTexts,
  ...nameFaultTexts,
  ...expressionFaultTexts,
  ...patternFaultTexts,
};

const quoted: Localised = { en: '{message}', es: '«{message}»' };
const wrongSetting: Localised = { en: 'A setting cannot be used', es: 'Un ajuste no sirve' };
const answered: Localised = { en: ' It answered: “{message}”.', es: ' Respondió: «{message}».' };
const unknownReason: Localised = {
  en: '[{message}. ]Check the worker’s log for the cause.',
  es: '[{message}. ]Busca la causa en el registro del worker.',
};

const pick = <K extends string, T>(texts: Readonly<Record<K, Readonly<Record<Language, T>>>>, language: Language) =>
  Object.fromEntries(Object.entries<Readonly<Record<Language, T>>>(texts).map(([key, of]) => [key, of[language]])) as Record<K, T>;

const textsIn = (language: Language): LanguageTexts => ({
  reasons: pick(reasons, language),
  connections: pick<string, WordsByLanguage[Language]>(connectionReasons, language),
  answers: pick(answerReasons, language),
  expected: pick<string, string>(expectedTexts, language),
  quoted: quoted[language],
  faults: pick(faults, language),
  wrongSetting: wrongSetting[language],
  answered: answered[language],
  unknownReason: unknownReason[language],
});

/** The texts of every reason and fault, by language. */
export const languageTexts: Readonly<Record<Language, LanguageTexts>> = { en: textsIn('en'), es: textsIn('es') };

/** Codes of reasons that have words of their own. */
export const reasonCodes: readonly string[] = Object.keys({ ...reasons, ...connectionReasons });

/** Codes of what was expected, which a reason names in `expected`. */
export const expectedCodes: readonly string[] = Object.keys(expectedTexts);

/** Codes of faults that are shown beside a field of a form. */
export const faultCodes: readonly string[] = Object.keys(faults);

/** Whether a code has words: a reason, a fault of a configuration, or `HTTP_<status>`. */
export const hasReasonText = (code: string): boolean => hasReasonTextIn(languageTexts.en, code);

/**
 * Words for what a worker reports of listeners, pipelines, branches, probes and refused events, and for faults of
 * configurations. `fields` are the reason's values (`message`, `status`, `offset` from 0,
 * `expected` as a code beside its values …). A code without words is
 * shown itself, with its message.
 */
export const reasonText = (code: string, language: Language, fields: TextFields = {}): Words =>
  reasonTextIn(languageTexts[language], code, fields);

export const isFaultCode = (code: string): boolean => isFaultCodeIn(languageTexts.en, code);

/** One sentence for a fault beside its field. Positions are counted from 1; a code without words names itself. */
export const faultText = (code: string, language: Language, fields: TextFields = {}): string =>
  faultTextIn(languageTexts[language], code, fields);
