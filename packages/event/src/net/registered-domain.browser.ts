/**
 * Takes the place of `registered-domain.ts` in a browser, which checks expressions and never works them out: the public
 * suffix list alone would weigh more than all the rest of the language.
 */
export const registeredDomain = (): never => {
  throw new Error('registered_domain is worked out by workers only');
};
