import { filledLine, id, text } from '@acequia/base/bounded';
import { samlNameIdFormats } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { moment, nothing } from '../shapes.ts';

const samlConfigSchema = z.object({
  /** Null while there is none; then the other fields of it are empty. */
  id: z.string().nullable(),
  idpEntityId: z.string(),
  ssoUrl: z.string(),
  /** PEM. */
  x509Certificates: z.array(z.string()),
  /** What each of them says of itself, in the same order. */
  certificates: z.array(z.object({ subject: z.string(), fingerprint: z.string(), startsAt: moment, endsAt: moment })),
  nameIdFormat: z.enum(samlNameIdFormats),
  /** Members log in with it. */
  enabled: z.boolean(),
  /** Where the provider posts its answers; the same address as `spAcsUrl`. */
  callbackURL: z.string(),
  /** Assertion consumer service of this tenant. */
  spAcsUrl: z.string(),
  /** Name of this tenant for the provider, and address of its metadata. */
  spEntityId: z.string(),
  /** Where logins of this tenant begin. */
  homeURL: z.string(),
  slug: z.string(),
});

const entered = {
  idpEntityId: filledLine(512),
  ssoUrl: filledLine(2048),
  /** PEM, or its base64 alone; the provider may sign with any of them. */
  x509Certificates: z.array(text(16_384).min(1)).min(1).max(10),
  nameIdFormat: z.enum(samlNameIdFormats),
  enabled: z.boolean(),
};

const errors = ['WEB-11011', 'AUTH.MFA_ON', 'AUTH.SSO_ADDRESS', 'AUTH.SAML_CERTIFICATE', 'AUTH.SAML_CERTIFICATE_EXPIRED'] as const;

export const authSaml = {
  getConfig: operation({
    method: 'GET',
    path: '/auth/saml',
    summary: 'Get the SAML settings',
    permission: 'tenant:update',
    keys: false,
    input: nothing,
    output: samlConfigSchema,
    reads: ['tenant'],
  }),
  /** Takes the place of another provider that is on. */
  createConfig: operation({
    method: 'POST',
    path: '/auth/saml',
    summary: 'Configure single sign-on with SAML',
    permission: 'tenant:update',
    keys: false,
    input: z.object(entered),
    output: samlConfigSchema,
    errors: [...errors, 'ACQ-CONFLICT'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'create' },
  }),
  /** With `enabled: false` single sign-on is reset: its sessions end, what was entered stays. */
  updateConfig: operation({
    method: 'PUT',
    path: '/auth/saml',
    summary: 'Change or reset single sign-on with SAML',
    permission: 'tenant:update',
    keys: false,
    input: z.object({ id, ...entered }),
    output: samlConfigSchema,
    errors: [...errors, 'ACQ-NOT-FOUND'],
    changes: ['tenant'],
    activity: { entity: 'tenant', operation: 'update' },
  }),
};
