import { isPem, pemFault } from './pem.ts';

/** What is entered of a secret; absent: it is not changed. */
export interface EnteredSecret {
  readonly description: string;
  readonly value: string | undefined;
  /** ms since 1970. */
  readonly expirationDate: number | null | undefined;
}

export type SecretFaultCode = 'WEB-00028' | 'WEB-00029' | 'WEB-00030' | 'ACQ-SECRET-PAST' | 'ACQ-PEM-BROKEN' | 'ACQ-PEM-ENCRYPTED';

/** What is wrong with a secret, by field: the one rule of browser and server. */
export function secretFaults(
  { description, value, expirationDate }: EnteredSecret,
  now: number,
): Partial<Record<'description' | 'expirationDate' | 'value', SecretFaultCode>> {
  const pem = value === undefined ? undefined : pemFault(value);
  return {
    ...(description.trim() === '' ? { description: 'WEB-00028' } : {}),
    ...(expirationDate === null ? { expirationDate: 'WEB-00029' } : {}),
    ...(typeof expirationDate === 'number' && expirationDate <= now ? { expirationDate: 'ACQ-SECRET-PAST' } : {}),
    ...(value === '' ? { value: 'WEB-00030' } : {}),
    ...(pem === undefined ? {} : { value: pem === 'broken' ? 'ACQ-PEM-BROKEN' : 'ACQ-PEM-ENCRYPTED' }),
  };
}

/** What is meant by a text that was typed or pasted: line breaks at the end of a password or token are none of it; PEM keeps its own. */
export const meantValue = (text: string): string => (isPem(text) ? text : text.replace(/(?:\r?\n)+$/, ''));
