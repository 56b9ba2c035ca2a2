/** Specification 9: digits of an authenticator's code, and what a form needs before it can be sent. */
export const totpDigits = 6;

/** docs/decisions.md: codes for when the authenticator is not at hand, each good once. */
export const recoveryCodeCount = 10;

/** The code as it was shown: the contract carries a number, which loses leading zeros. */
export const padTotpCode = (code: number | string): string => String(code).padStart(totpDigits, '0');

/** What a login still misses: a code of the user's authenticator, or the activation of one. */
export const loginSteps = ['totp', 'activation'] as const;
export type LoginStep = (typeof loginSteps)[number];

/** The step before a session may do anything; null for none. The same for every way in. */
export function nextLoginStep(facts: {
  /** The user has a confirmed authenticator. */
  readonly enrolled: boolean;
  /** The session comes out of one in which its code was given. */
  readonly passed: boolean;
  /** The tenant requires a second factor. */
  readonly required: boolean;
}): LoginStep | null {
  if (facts.enrolled) return facts.passed ? null : 'totp';
  return facts.required ? 'activation' : null;
}
