import { id, integer, line, text } from '@acequia/base/bounded';
import { recoveryCodeCount } from '@acequia/domain';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { nothing, sessionSchema } from '../shapes.ts';

/** A number loses leading zeros, so it is padded to 6 digits before it is checked; digits as a string are taken too. */
const totpCode = z.union([
  integer(0, 999_999),
  z
    .string()
    .max(6)
    .regex(/^\d{1,6}$/),
]);
const totpProof = z.object({ totpCode });
const proof = z.union([totpProof, z.object({ recoveryCode: line(40).min(1) })]);

/** Shown this once. */
const recoveryCodes = z.array(z.string()).length(recoveryCodeCount);

/** Operations of `auth` that are about the second factor and about proving again who one is. */
export const mfaOperations = {
  /** The second step of a login; the session that missed it ends, and a new one begins. */
  verifyMfa: operation({
    method: 'POST',
    path: '/auth/mfa/verify',
    summary: 'Complete a login with a code',
    permission: 'session',
    steps: ['totp'],
    input: proof,
    output: sessionSchema,
    errors: ['WEB-11009'],
    changes: ['session'],
  }),
  getMfa: operation({
    method: 'GET',
    path: '/auth/mfa',
    summary: 'Check whether your account has two-factor authentication',
    permission: 'session',
    input: nothing,
    output: z.object({
      enabled: z.boolean(),
      recoveryCodesLeft: z.int(),
      /** The tenant of the session requires it: it cannot be turned off. */
      required: z.boolean(),
    }),
    reads: ['session'],
  }),
  /** A secret for an authenticator; the same one for a while, until a first code has confirmed it. */
  getTotpSecret: operation({
    method: 'POST',
    path: '/auth/mfa/secret',
    summary: 'Get a secret for an authenticator app',
    permission: 'session',
    steps: ['activation'],
    input: nothing,
    output: z.object({
      /** Base32, for typing. */
      key: z.string(),
      /** `otpauth://totp/…`, for a QR code. */
      url: z.string(),
    }),
    errors: ['WEB-11011', 'AUTH.SSO_SCOPE'],
  }),
  /** The authenticator with the last secret becomes the second factor; other sessions of the user end. */
  activateTotpMfa: operation({
    method: 'POST',
    path: '/auth/mfa',
    summary: 'Turn on two-factor authentication for your account',
    permission: 'session',
    steps: ['activation'],
    input: totpProof,
    output: z.object({ recoveryCodes, session: sessionSchema }),
    errors: ['WEB-11009', 'WEB-11011', 'AUTH.SSO_SCOPE'],
    changes: ['session'],
    activity: { entity: 'users', operation: 'update' },
  }),
  deactivateTotpMfa: operation({
    method: 'POST',
    path: '/auth/mfa/off',
    summary: 'Turn off two-factor authentication for your account',
    permission: 'session',
    input: proof,
    output: nothing,
    errors: ['ACQ-NOT-FOUND', 'AUTH.MFA_KEPT', 'WEB-11009', 'WEB-11011', 'AUTH.SSO_SCOPE'],
    changes: ['session'],
    activity: { entity: 'users', operation: 'update' },
  }),
  /** The ones before are void. */
  renewRecoveryCodes: operation({
    method: 'POST',
    path: '/auth/mfa/recovery-codes',
    summary: 'Create new recovery codes',
    permission: 'session',
    input: totpProof,
    output: z.object({ recoveryCodes }),
    errors: ['ACQ-NOT-FOUND', 'WEB-11009', 'WEB-11011', 'AUTH.SSO_SCOPE'],
    changes: ['session'],
    activity: { entity: 'users', operation: 'update' },
  }),
  /** Always answers the same, whether there is such an account or not; the mail goes out afterwards. */
  forgotMfa: operation({
    method: 'POST',
    path: '/auth/mfa/forgot',
    summary: 'Ask for a link to turn off two-factor authentication',
    permission: 'public',
    input: z.object({ email: z.email().max(254) }),
    output: nothing,
  }),
  /** Needs the password too. Ends every session of the account, logs nobody in. */
  resetMfa: operation({
    method: 'POST',
    path: '/auth/mfa/reset',
    summary: 'Turn off two-factor authentication with the link from an email',
    permission: 'public',
    input: z.object({ token: id, password: text(256).min(1) }),
    output: nothing,
    errors: ['AUTH.RESET_LINK', 'AUTH.RESET_HOLD', 'WEB-11012'],
  }),
  /** Makes the login a recent one, for changes that ask for that (WEB-11011); the session's cookie is renewed. */
  reauthenticateWithCredential: operation({
    method: 'POST',
    path: '/auth/reauthenticate',
    summary: 'Confirm your identity with the password',
    permission: 'session',
    input: z.object({ email: line(254), password: text(256).min(1) }),
    output: nothing,
    errors: ['WEB-11012'],
  }),
};
