import type { Role, SsoProvider } from '@acequia/domain';

/** The tenant somebody wants to enter. */
export interface SsoTenant {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** A way to the provider that begins. */
export interface Departure {
  readonly tenant: SsoTenant;
  /** The console's address without a slash at the end, `https://acequia.example.com`. */
  readonly origin: string;
  /** Comes back with the answer, in `stateParameter`. */
  readonly state: string;
  /** A session is to be proven anew: the provider asks for the credentials again, whatever it remembers. */
  readonly again: boolean;
}

/** What came back from the provider; its state was one of ours, of this tenant and browser, and is used up. */
export interface Arrival extends Omit<Departure, 'state'> {
  readonly parameters: URLSearchParams;
  /** What `start` wanted kept. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Somebody the provider has vouched for; every check of its protocol has passed. */
export interface ProvenIdentity {
  readonly issuer: string;
  /** Of this issuer, for ever the same person. At most 255 characters. */
  readonly subject: string;
  /** In lower case; only what the provider has verified, or (SAML) what its signed directory says. */
  readonly email: string | undefined;
  readonly name: string;
  readonly surname: string;
  /** Role of who saved the configuration: it speaks for nobody of a higher one. */
  readonly savedRole: Role;
}

/** What one protocol does; what both share is around it (sso.service.ts). */
export interface SsoAdapter {
  readonly provider: SsoProvider;
  readonly stateParameter: 'state' | 'RelayState';
  /** Where the browser goes, and what is kept for the way back. Throws AppError of the contract's codes. */
  start(departure: Departure): Promise<{ readonly url: string; readonly facts: Readonly<Record<string, string>> }>;
  /** Throws AUTH.SSO_TOKEN for whatever is wrong with the answer (the fault in `internal`), AUTH.SSO_DENIED with an `SsoDenial` as `reason` when the provider says no. */
  finish(arrival: Arrival): Promise<ProvenIdentity>;
}

/** Address of a tenant's protocol below the console's: `https://…/sso/<slug>/openid`. */
export const ssoAddress = (origin: string, slug: string, provider: SsoProvider): string => `${origin}/sso/${slug}/${provider}`;
