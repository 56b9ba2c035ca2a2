import { reasonText } from '@acequia/component-sdk/text';
import type { Alert } from '@acequia/contract';
import { alertText, causeIn } from '@acequia/contract/alert-texts';

/** Title and text of an alert for who reads it outside of the console, with the cause as the state has it. */
export function alertWords({ message: { code, fields }, places }: Alert, language: 'en' | 'es') {
  const reason = causeIn(fields);
  const cause = reason && reasonText(reason.code, language, reason.fields);
  return alertText(code, language, fields, places, cause ? `${cause.title}. ${cause.text}` : undefined);
}
