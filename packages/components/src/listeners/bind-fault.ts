import { isAppError } from '@acequia/base';
import { DeliveryError, Disconnected, Misconfigured } from '@acequia/component-sdk/runtime';

/** What can become right without a change of the listener: another program frees the port, a network comes up. */
const passing = new Set(['PORT_IN_USE', 'ADDRESS_UNKNOWN', 'BIND_FAILED']);

/** `Disconnected` when the port may become free by itself, `Misconfigured` when a person must act (rights, a certificate that cannot be read). */
export function bindFault(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const code = isAppError(error) ? error.code : 'BIND_FAILED';
  return passing.has(code) ? new Disconnected(code, {}, error) : new Misconfigured(code, {}, error);
}
