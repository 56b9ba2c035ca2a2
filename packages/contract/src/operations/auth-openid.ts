import { filledLine, id, line } from '@acequia/base/bounded';
import { openIdResponseTypes } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { nothing } from '../shapes.ts';

const openIdConfigSchema = z.object({
  /** Null while there is none; then the other fields of it are empty. */
  id: z.string().nullable(),
  clientId: z.string(),
  issuer: z.string(),
  /** `code`: code flow with PKCE. `id_token`: implicit flow, not recommended. */
  responseType: z.enum(openIdResponseTypes),
  /** The tenant's word that every address of this provider is verified, where its claims do not say (`email_verified` absent). */
  verifiesAddresses: z.boolean(),
  /** Members log in with it. */
  enabled: z.boolean(),
  /** A client secret is kept; it is never sent. */
  clientSecretKept: z.boolean(),
  /** For the provider's list of redirect addresses. */
  callbackURL: z.string(),
  /** Where logins of this tenant begin. */
  homeURL: z.string(),
  slug: z.string(),
});

const entered = {
  clientId: filledLine(255),
  issuer: filledLine(512),
  /** Absent or empty: the one that is kept stays. Needed for `code`. */
  clientSecret: line(4096).optional(),
  responseType: z.enum(openIdResponseTypes),
  /** Absent: false. Whoever could choose an address at such a provider would come in as its owner. */
  verifiesAddresses: z.boolean().optional(),
  enabled: z.boolean(),
};

const errors = [
  'WEB-00017',
  'WEB-11011',
  'AUTH.MFA_ON',
  'AUTH.SSO_AWAY',
  'AUTH.SSO_ADDRESS',
  'AUTH.SSO_METADATA',
  'AUTH.SSO_ISSUER',
  'AUTH.SSO_UNFIT',
] as const;

export const authOpenID = {
  getConfig: operation({
    method: 'GET',
    path: '/auth/openid',
    summary: 'Get the OpenID Connect settings, without the secret',
    permission: 'tenant:update',
    keys: false,
    input: nothing,
    output: openIdConfigSchema,
    reads: ['tenant'],
  }),
  /** The provider is asked for its configuration first. Takes the place of another provider that is on. */
  createConfig: operation({
    method: 'POST',
    path: '/auth/openid',
    summary: 'Configure single sign-on with OpenID Connect',
    permission: 'tenant:update',
    keys: false,
    input: z.object(entered),
    output: openIdConfigSchema,
    errors: [...errors, 'ACQ-CONFLICT'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'create' },
  }),
  /** With `enabled: false` single sign-on is reset: its sessions end, what was entered stays. */
  updateConfig: operation({
    method: 'PUT',
    path: '/auth/openid',
    summary: 'Change or reset single sign-on with OpenID Connect',
    permission: 'tenant:update',
    keys: false,
    input: z.object({ id, ...entered }),
    output: openIdConfigSchema,
    errors: [...errors, 'ACQ-NOT-FOUND'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'update' },
  }),
};
