import { filledLine, id, line, text } from '@acequia/base/bounded';
import { loginSteps, roles, ssoProviders } from '@acequia/domain';
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { nothing, preferencesSchema, sessionSchema } from '../shapes.ts';
import { mfaOperations } from './auth-mfa.ts';
import { ownSessionOperations } from './auth-sessions.ts';

/** 256 random bits of a link, in base64url. */
const tokenSchema = id;

/** Specification 4: what becomes of a login. */
export const tokenEvents = ['notLogged', 'loggedIn', 'changeTenant', 'mfaTriggered', 'tenantMfaActivation'] as const;
/** Of `notLogged`: the session's time was over, its user logged out in this browser, or somebody or something else ended it. */
export const endReasons = ['time', 'left', 'ended'] as const;
export type EndReason = (typeof endReasons)[number];
export type TokenEvent = (typeof tokenEvents)[number];

export const auth = {
  /** Whether an owner exists yet; the login page shows the first-run form when not. */
  status: operation({
    method: 'GET',
    path: '/auth/status',
    summary: 'Get the state of the first run',
    permission: 'public',
    input: nothing,
    output: z.object({
      ownerExists: z.boolean(),
      /** Whether the deployment can send mail: without, reset links come from an operator. */
      mail: z.boolean(),
      /** What the session of the browser still misses of its login. */
      step: sessionSchema.shape.step,
    }),
  }),
  createOwner: operation({
    method: 'POST',
    path: '/auth/owner',
    summary: 'Create the owner account of a new installation',
    permission: 'public',
    input: z.object({
      setupCode: id,
      email: z.email().max(254),
      password: text(256),
      name: filledLine(100),
      surname: line(100).trim(),
      tenantName: filledLine(100),
      language: preferencesSchema.shape.language.default('en'),
    }),
    output: sessionSchema,
    errors: ['AUTH.SETUP_CODE', 'AUTH.SETUP_DONE', 'AUTH.PASSWORD_RULES', 'AUTH.PASSWORD_COMMON'],
    changes: ['session'],
    activity: { entity: 'tenant', operation: 'create' },
  }),
  login: operation({
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in with email and password',
    permission: 'public',
    input: z.object({ email: line(254), password: text(256) }),
    output: sessionSchema,
    errors: ['AUTH.CREDENTIALS'],
    changes: ['session'],
    activity: { entity: 'session', operation: 'start' },
  }),
  /** Always answers the same, whether there is such an account or not; the mail goes out afterwards. */
  forgotPassword: operation({
    method: 'POST',
    path: '/auth/forgot',
    summary: 'Ask for a link to set a new password',
    permission: 'public',
    input: z.object({ email: z.email().max(254) }),
    output: nothing,
  }),
  /** Ends every session of the account, logs nobody in. */
  resetPassword: operation({
    method: 'POST',
    path: '/auth/reset',
    summary: 'Set a new password with the link from an email',
    permission: 'public',
    input: z.object({ token: tokenSchema, newPassword: text(256), confirmNewPassword: text(256) }),
    output: nothing,
    errors: ['AUTH.RESET_LINK', 'AUTH.PASSWORD_RULES', 'AUTH.PASSWORD_COMMON', 'AUTH.PASSWORD_CONFIRM'],
  }),
  /** Uses nothing up: so that a link that leads nowhere says so before a password is typed. */
  findReset: operation({
    method: 'POST',
    path: '/auth/reset/find',
    summary: 'Check whether a link for a new password still works',
    permission: 'public',
    input: z.object({ token: tokenSchema }),
    output: nothing,
    errors: ['AUTH.RESET_LINK'],
  }),
  findInvite: operation({
    method: 'POST',
    path: '/auth/invite',
    summary: 'Get what an invitation is for',
    permission: 'public',
    input: z.object({ token: tokenSchema }),
    output: z.object({
      email: z.string(),
      tenantName: z.string(),
      role: z.enum(roles),
      /** The address has an account, which logs in and accepts; else a new one is made with `auth:welcome`. */
      accountExists: z.boolean(),
    }),
    errors: ['AUTH.INVITE'],
  }),
  /** The session goes on in the tenant that was joined. */
  acceptInvite: operation({
    method: 'POST',
    path: '/auth/invite/accept',
    summary: 'Accept an invitation with the account of the session',
    permission: 'session',
    input: z.object({ token: tokenSchema }),
    output: sessionSchema,
    errors: ['AUTH.INVITE', 'AUTH.INVITE_OTHER', 'AUTH.SSO_SCOPE', 'ACQ-TRIAL-OVER'],
    changes: ['session', 'tenant', 'user'],
    activity: { entity: 'users', operation: 'create' },
  }),
  welcome: operation({
    method: 'POST',
    path: '/auth/welcome',
    summary: 'Accept an invitation with a new account',
    permission: 'public',
    input: z.object({
      token: tokenSchema,
      name: filledLine(100),
      surname: filledLine(100),
      company: line(100).trim(),
      password: text(256),
      language: preferencesSchema.shape.language,
      /** To the end user license. */
      agreed: z.literal(true),
    }),
    output: sessionSchema,
    errors: ['AUTH.INVITE', 'AUTH.INVITE_ACCOUNT', 'ACQ-TRIAL-OVER', 'AUTH.PASSWORD_RULES', 'AUTH.PASSWORD_COMMON', 'WEB-00032'],
    changes: ['session'],
    activity: { entity: 'users', operation: 'create' },
  }),
  /** A new session in another tenant of the user; the one before ends. */
  changeTenant: operation({
    method: 'POST',
    path: '/auth/tenant',
    summary: 'Switch to another tenant',
    permission: 'session',
    input: z.object({ tenantId: id }),
    output: sessionSchema,
    errors: ['ACQ-NOT-FOUND', 'AUTH.MFA_NEEDED', 'AUTH.SSO_SCOPE'],
    changes: ['session'],
    activity: { entity: 'session', operation: 'start' },
  }),
  /** Log out: ends the session on the server. */
  removeToken: operation({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out',
    permission: 'session',
    steps: loginSteps,
    input: nothing,
    output: nothing,
    changes: ['session'],
    activity: { entity: 'session', operation: 'stop' },
  }),
  session: operation({
    method: 'GET',
    path: '/auth/session',
    summary: 'Get the current session',
    permission: 'session',
    keys: true,
    input: nothing,
    output: sessionSchema,
    reads: ['session', 'preferences'],
  }),
  /** Sent every 30 s while the page is open; never counts as activity. */
  keepAlive: operation({
    method: 'POST',
    path: '/auth/keep-alive',
    summary: 'Log a keep-alive',
    permission: 'session',
    input: nothing,
    output: nothing,
  }),
  /** A sign of life of the user; moves the idle timeout. */
  touch: operation({
    method: 'POST',
    path: '/auth/touch',
    summary: 'Count as activity',
    permission: 'session',
    input: nothing,
    output: z.object({ expiresAt: z.int() }),
  }),
  updatePreferences: operation({
    method: 'PATCH',
    path: '/auth/preferences',
    summary: 'Change your preferences',
    permission: 'session',
    input: preferencesSchema.partial(),
    output: preferencesSchema,
    changes: ['preferences'],
  }),
  /** Of one's own account. All other sessions of the user end, this one is renewed. */
  updatePassword: operation({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change your password',
    permission: 'session',
    input: z.object({
      email: line(254),
      userId: id,
      oldPassword: text(256).min(1),
      newPassword: text(256),
      confirmNewPassword: text(256),
    }),
    output: nothing,
    errors: ['WEB-11012', 'ACQ-NOT-FOUND', 'AUTH.PASSWORD_RULES', 'AUTH.PASSWORD_COMMON', 'AUTH.PASSWORD_CONFIRM'],
    changes: ['user'],
    activity: { entity: 'users', operation: 'update' },
  }),
  ...mfaOperations,
  ...ownSessionOperations,
  /** Where the browser goes to prove again who one is; the way back makes the login a recent one, or ends in WEB-11011 for somebody else. */
  reauthenticateWithProvider: operation({
    method: 'POST',
    path: '/auth/reauthenticate/provider',
    summary: "Confirm your identity with the tenant's identity provider",
    permission: 'session',
    input: z.object({ provider: z.enum(ssoProviders), tenantSlug: id, target: line(2048).optional() }),
    output: z.object({
      /** Path to open in this browser. */
      path: z.string(),
    }),
    errors: ['WEB-11011'],
  }),
  /**
   * The state of the session at once, and each time it changes: `loggedIn` with what the user may do now; `mfaTriggered` and
   * `tenantMfaActivation` while the login misses that step; `changeTenant` when it goes on in another tenant; `notLogged`, and the
   * end, when it is over.
   */
  onIdentityProviderTokenChange: operation({
    method: 'GET',
    path: '/auth/events',
    summary: 'Stream changes of the session',
    permission: 'session',
    steps: loginSteps,
    input: nothing,
    stream: true,
    tellsEnd: true,
    output: eventIterator(
      z.object({ event: z.enum(tokenEvents), session: sessionSchema.nullable(), reason: z.enum(endReasons).optional() }),
    ),
    reads: ['session'],
  }),
};
