import type { ConfigFault } from '@acequia/component-sdk/definition';
import { faultText as textOfFault, hasReasonText, isFaultCode, reasonText, type Language } from '@acequia/component-sdk/text';
import { errorText, isErrorCode } from '@acequia/contract';
import type { ExpressionFault } from '@acequia/event';

/** The sentence beside the field: of the form's own codes, or of the server's or a worker's where a fault came from there. */
export function faultText({ code, fields }: ConfigFault, language: Language): string {
  if (isFaultCode(code)) return textOfFault(code, language, fields);
  if (isErrorCode(code)) return errorText(code, language, fields).text;
  return hasReasonText(code) ? reasonText(code, language, fields).text : textOfFault(code, language, fields);
}

/** The sentence under an expression. */
export const expressionFaultText = ({ code, detail, offset }: ExpressionFault, language: Language): string =>
  textOfFault(code, language, { detail, offset });
