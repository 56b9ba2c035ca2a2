/** How members of a tenant may log in besides their password (specification 4). */
export const ssoStates = ['unconfigured', 'openid', 'saml'] as const;
export type SsoState = (typeof ssoStates)[number];

/** What decides how members of a tenant log in. */
export interface TenantEntry {
  /** Everyone needs a second factor from the next login on. */
  readonly mfaRequired: boolean;
  readonly sso: SsoState;
}

/** Everything that people set for a tenant. */
export interface TenantSettings extends TenantEntry {
  /** Its viewers may see what is in events. */
  readonly viewersReadContent: boolean;
}

/** Specification 4: a second factor cannot be required while single sign-on is on; the identity provider asks for it then. */
export const mayRequireMfa = ({ sso }: Pick<TenantEntry, 'sso'>): boolean => sso === 'unconfigured';

/** Specification 4: single sign-on cannot be configured while a second factor is required. */
export const mayConfigureSso = ({ mfaRequired }: Pick<TenantEntry, 'mfaRequired'>): boolean => !mfaRequired;
