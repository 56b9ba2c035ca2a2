import { isErrorCode } from '@acequia/contract';
import { currentLanguage, translate } from '#i18n/i18n.ts';
import { errorWords } from './error-words.ts';
import type { OperationError } from './operation-error.ts';
import { operationTexts } from './texts.ts';

/** What happened and what to do, in the language of the page. */
export function describeError(error: OperationError): { readonly title: string; readonly text: string } {
  if (isErrorCode(error.code)) return errorWords(error.code, currentLanguage(), error.fields);
  if (error.code === 'NETWORK') return { title: translate(operationTexts, 'network'), text: translate(operationTexts, 'networkWhy') };
  return { title: translate(operationTexts, 'failed'), text: translate(operationTexts, 'unknown') };
}
