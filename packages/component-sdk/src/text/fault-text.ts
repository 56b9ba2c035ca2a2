import { configFaultTexts } from './faults/config.ts';
import { expressionFaultTexts } from './faults/expressions.ts';
import { nameFaultTexts } from './faults/names.ts';
import { patternFaultTexts } from './faults/patterns.ts';
import type { Language, Localised } from './text.ts';
import { fillIn, type TextFields } from './words.ts';

const texts: Readonly<Record<string, Localised>> = {
  ...configFaultTexts,
  ...nameFaultTexts,
  ...expressionFaultTexts,
  ...patternFaultTexts,
};

/** Codes of faults that are shown beside a field of a form. */
export const faultCodes: readonly string[] = Object.keys(texts);

export const isFaultCode = (code: string): boolean => Object.hasOwn(texts, code);

/** The code whose words say it best: an expression names the fault of its regular expression, and a text of no characters is missing. */
function wordedCode(code: string, { detail, min }: TextFields): string {
  if (code === 'EXPR_SYNTAX' && detail === '') return 'EXPR_END';
  if (code === 'CONFIG_TOO_SHORT' && min === 1) return 'CONFIG_REQUIRED';
  const regex = code === 'EXPR_PATTERN' && typeof detail === 'string' ? detail.split('@')[0]! : code;
  return isFaultCode(regex) ? regex : code;
}

/** One sentence for a fault beside its field. Positions are counted from 1; a code without words names itself. */
export function faultText(code: string, language: Language, fields: TextFields = {}): string {
  const words = texts[isFaultCode(code) ? wordedCode(code, fields) : 'CONFIG_INVALID']!;
  const values = typeof fields['offset'] === 'number' ? { position: fields['offset'] + 1, ...fields } : fields;
  return fillIn(words[language], isFaultCode(code) ? values : { path: code });
}
