/** Kinds of identity providers a tenant may log in with. */
export const ssoProviders = ['openid', 'saml'] as const;
export type SsoProvider = (typeof ssoProviders)[number];

/** How a session began. One of single sign-on is good for its own tenant alone: the provider of one tenant vouches for nobody in another. */
export const sessionVias = ['password', ...ssoProviders] as const;
export type SessionVia = (typeof sessionVias)[number];

/** What a provider of OpenID Connect answers with: a code, exchanged for the tokens by the server; or the id_token itself, by the browser (implicit flow). */
export const openIdResponseTypes = ['code', 'id_token'] as const;
export type OpenIdResponseType = (typeof openIdResponseTypes)[number];

/**
 * Why a provider let nobody in, as far as somebody who stands before the login may know: never whether it knows the person.
 * `refused`: it or the person said no. `login`: it wants a login of its own first. `again`: what it gave has run out. `setup`: it does
 * not take our request. `busy`: it cannot answer now.
 */
export const ssoDenials = ['refused', 'login', 'consent', 'again', 'setup', 'busy', 'other'] as const;
export type SsoDenial = (typeof ssoDenials)[number];
