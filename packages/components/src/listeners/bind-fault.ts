import { isAppError } from '@acequia/base';
import { DeliveryError, Misconfigured } from '@acequia/component-sdk/runtime';

/** A port that cannot be bound, or a certificate that cannot be read, needs a person. */
export function bindFault(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  return new Misconfigured(isAppError(error) ? error.code : 'BIND_FAILED', {}, error);
}
