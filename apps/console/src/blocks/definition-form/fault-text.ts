import type { ConfigFault } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import { isErrorCode } from '@acequia/contract';
import { errorWords } from '#lib/operations/error-words.ts';
import { faultText as textOfFault, hasReasonText, isFaultCode, reasonText } from '#lib/operations/reason-text.ts';

/** The sentence beside the field: of the form's own codes, or of the server's or a worker's where a fault came from there. */
export function faultText({ code, fields }: ConfigFault, language: Language): string {
  if (isFaultCode(code)) return textOfFault(code, language, fields);
  if (isErrorCode(code)) return errorWords(code, language, fields).text;
  return hasReasonText(code) ? reasonText(code, language, fields).text : textOfFault(code, language, fields);
}

/** A fault in a source text: an expression, a pattern, a template. */
interface CodeFault {
  readonly code: string;
  readonly detail: string | number;
  readonly offset: number;
}

/** The sentence under a source text. */
export const codeFaultText = ({ code, detail, offset }: CodeFault, language: Language): string =>
  textOfFault(code, language, { detail, offset });
