import {
  faultTextIn,
  hasReasonTextIn,
  isFaultCodeIn,
  reasonTextIn,
  type Language,
  type TextFields,
  type Words,
} from '@acequia/component-sdk/text';
import { currentLanguage } from '#i18n/i18n.ts';
import { reasonTexts } from './reason-texts.ts';

/** Whether a code is a reason's or a fault's. */
export function hasReasonText(code: string): boolean {
  const texts = reasonTexts.in(currentLanguage());
  return texts !== undefined && hasReasonTextIn(texts, code);
}

/** What happened, and why and what next; the code alone when the texts could not be loaded. */
export function reasonText(code: string, language: Language, fields: TextFields = {}): Words {
  const texts = reasonTexts.in(language);
  return texts ? reasonTextIn(texts, code, fields) : { title: code, text: '' };
}

/** Whether a code is that of a fault, which stands beside a field of a form. */
export function isFaultCode(code: string): boolean {
  const texts = reasonTexts.in(currentLanguage());
  return texts !== undefined && isFaultCodeIn(texts, code);
}

/** The sentence beside the field; the code alone when the texts could not be loaded. */
export function faultText(code: string, language: Language, fields: TextFields = {}): string {
  const texts = reasonTexts.in(language);
  return texts ? faultTextIn(texts, code, fields) : code;
}
