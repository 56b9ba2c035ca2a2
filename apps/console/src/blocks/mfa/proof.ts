import type { OperationInput } from '@acequia/contract';
import { totpDigits } from '@acequia/domain';

/** What was typed into one field for both: six digits are a code of the app, anything else is a recovery code. */
export const proofOf = (text: string): OperationInput<'auth:deactivateTotpMfa'> => {
  const typed = text.replace(/\s/g, '');
  return /^\d+$/.test(typed) && typed.length === totpDigits ? { totpCode: Number(typed) } : { recoveryCode: typed };
};
