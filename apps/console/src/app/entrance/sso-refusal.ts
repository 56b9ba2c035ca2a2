const words = {
  'AUTH.SSO_OFF': 'off',
  'AUTH.SSO_FLOW': 'flow',
  'AUTH.SSO_DENIED': 'denied',
  'AUTH.SSO_TOKEN': 'token',
  'AUTH.SSO_MEMBER': 'member',
  'AUTH.INVITE': 'member',
  'AUTH.SSO_EMAIL': 'email',
  'AUTH.SSO_ACCOUNT': 'account',
  'AUTH.SSO_ROLE': 'role',
  'AUTH.SSO_AWAY': 'away',
  'AUTH.SSO_ADDRESS': 'away',
  'AUTH.SSO_METADATA': 'away',
  'AUTH.SSO_ISSUER': 'away',
  'AUTH.SAML_CERTIFICATE_EXPIRED': 'certificate',
  'ACQ-TOO-MANY': 'tooMany',
  'ACQ-TRIAL-OVER': 'trial',
  'WEB-11011': 'mismatch',
} as const;

/** What the provider said no for; without one of these it is not told. */
const denials = {
  refused: 'deniedRefused',
  login: 'deniedLogin',
  consent: 'deniedConsent',
  again: 'flow',
  setup: 'deniedSetup',
  busy: 'away',
} as const;

export type SsoRefusalWord = (typeof words)[keyof typeof words] | (typeof denials)[keyof typeof denials] | 'failed';

/** The sentence for the reason a way through an identity provider ended with, `denial` says more of AUTH.SSO_DENIED; all others name their code. */
export function ssoRefusalWord(code: string, denial: string | null): SsoRefusalWord {
  if (code === 'AUTH.SSO_DENIED' && denial !== null && Object.hasOwn(denials, denial)) return denials[denial as keyof typeof denials];
  return Object.hasOwn(words, code) ? words[code as keyof typeof words] : 'failed';
}

/** The part of an address that names an organization, from what somebody typed: its name, or a whole log-in address. */
export const slugIn = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^.*\/sso\//, '')
    .replace(/[?#/].*$/, '')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
