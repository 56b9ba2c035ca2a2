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

/** One sentence for a fault beside its field; of a pattern inside an expression the pattern's own. Positions are counted from 1; a code without words names itself. */
export function faultText(code: string, language: Language, fields: TextFields = {}): string {
  const ended = code === 'EXPR_SYNTAX' && fields['detail'] === '';
  const inner = code === 'EXPR_PATTERN' ? /^(\w+)@/.exec(String(fields['detail']))?.[1] : undefined;
  if (inner !== undefined && isFaultCode(inner)) return faultText(inner, language);
  const words = texts[ended ? 'EXPR_END' : isFaultCode(code) ? code : 'CONFIG_INVALID']!;
  const values = typeof fields['offset'] === 'number' ? { position: fields['offset'] + 1, ...fields } : fields;
  return fillIn(words[language], isFaultCode(code) ? values : { path: code });
}
