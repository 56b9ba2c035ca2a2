/** Which kind of lasting name an identity provider calls people by over SAML; `unspecified` takes the one it sends. */
export const samlNameIdFormats = ['persistent', 'emailAddress', 'unspecified'] as const;
export type SamlNameIdFormat = (typeof samlNameIdFormats)[number];
