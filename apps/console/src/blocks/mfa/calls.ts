import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';

/** Operations the set-up of a second factor calls. */
type MfaOperation = Extract<OperationName, 'auth:getTotpSecret' | 'auth:activateTotpMfa' | 'auth:reauthenticateWithCredential'>;

/** How they are called: by the pages before the session in their plain form, by the console with its client. Rejects with an `OperationError`. */
export type MfaCall = <O extends MfaOperation>(name: O, input: OperationInput<O>) => Promise<OperationOutput<O>>;

const attemptsMax = 3;

/** Asks again after a failure, but not when the user must prove first who they are (WEB-11011). Throws the last `OperationError`. */
export async function fetchSecret(call: MfaCall): Promise<OperationOutput<'auth:getTotpSecret'>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call('auth:getTotpSecret', {});
    } catch (caught) {
      const error: OperationError = toOperationError(caught);
      if (error.code === 'WEB-11011' || attempt === attemptsMax) throw error;
    }
  }
}
