/** Visible rule of the specification, section 5. */
export const passwordMin = 10;
export const passwordMax = 128;

export const passwordRules = ['length', 'number', 'capital', 'lowercase', 'special'] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** The rules a new password breaks, in the order of the specification. */
export function brokenPasswordRules(password: string): readonly PasswordRule[] {
  const checks: Record<PasswordRule, boolean> = {
    length: password.length >= passwordMin && password.length <= passwordMax,
    number: /\d/.test(password),
    capital: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    special: /[^\p{L}\p{N}\s]/u.test(password),
  };
  return passwordRules.filter((rule) => !checks[rule]);
}
