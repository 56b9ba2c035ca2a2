import { isAppError } from '@acequia/base';
import { DeliveryError, Disconnected, Misconfigured, Retry } from '@acequia/component-sdk/runtime';
import { egressRefusals } from '@acequia/wire';

const lost = new Set([
  'NAME_NOT_FOUND',
  'RESOLVER_FAILED',
  'CONNECT_REFUSED',
  'CONNECT_TIMEOUT',
  'CONNECT_FAILED',
  'CONNECTION_RESET',
  'ABORTED',
]);
const wrong = new Set(['EGRESS_REFUSED', 'TLS_FAILED', 'REDIRECT_REFUSED', 'URL_INVALID', 'RESPONSE_TOO_LARGE']);

/** A fault of wire's clients as one of the four delivery errors (catalogue 8.2). */
export function deliveryErrorOfWire(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = isAppError(error) ? error.code : 'FAILED';
  const detail = { message: (isAppError(error) ? error.internal : undefined) ?? code };
  // The rule that refused says what to do next.
  const rule = isAppError(error) ? egressRefusals.find((each) => each === error.fields['rule']) : undefined;
  if (rule !== undefined) return new Misconfigured(`DELIVERY_${rule}`, detail, error);
  if (lost.has(code)) return new Disconnected(`DELIVERY_${code}`, detail, error);
  if (wrong.has(code)) return new Misconfigured(`DELIVERY_${code}`, detail, error);
  return new Retry(`DELIVERY_${code}`, detail, error);
}
