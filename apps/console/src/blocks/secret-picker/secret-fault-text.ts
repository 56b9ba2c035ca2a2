import type { SecretFaultCode } from '@acequia/domain';
import { translate } from '#i18n/i18n.ts';
import { secretPickerTexts } from './texts.ts';

/** What a form says of a fault of the shared rule, in the language of the page. */
export function secretFaultText(code: SecretFaultCode | undefined): string | undefined {
  switch (code) {
    case undefined:
      return undefined;
    case 'WEB-00028':
      return translate(secretPickerTexts, 'descriptionEmpty');
    case 'WEB-00029':
      return translate(secretPickerTexts, 'expiresEmpty');
    case 'WEB-00030':
      return translate(secretPickerTexts, 'valueEmpty');
    case 'ACQ-SECRET-PAST':
      return translate(secretPickerTexts, 'expiresPast');
    case 'ACQ-PEM-BROKEN':
      return translate(secretPickerTexts, 'pemBroken');
    case 'ACQ-PEM-ENCRYPTED':
      return translate(secretPickerTexts, 'pemEncrypted');
  }
}
