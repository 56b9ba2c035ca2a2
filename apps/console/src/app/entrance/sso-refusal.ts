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
} as const;

/** The sentence for the reason a way through an identity provider ended with; all others name their code. */
export const ssoRefusalWord = (code: string): (typeof words)[keyof typeof words] | 'failed' =>
  Object.hasOwn(words, code) ? words[code as keyof typeof words] : 'failed';

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
