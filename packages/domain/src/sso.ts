/** Kinds of identity providers a tenant may log in with. */
export const ssoProviders = ['openid', 'saml'] as const;
export type SsoProvider = (typeof ssoProviders)[number];

/** How a session began. One of single sign-on is good for its own tenant alone: the provider of one tenant vouches for nobody in another. */
export const sessionVias = ['password', ...ssoProviders] as const;
export type SessionVia = (typeof sessionVias)[number];

/** What a provider of OpenID Connect answers with: a code, exchanged for the tokens by the server; or the id_token itself, by the browser (implicit flow). */
export const openIdResponseTypes = ['code', 'id_token'] as const;
export type OpenIdResponseType = (typeof openIdResponseTypes)[number];
