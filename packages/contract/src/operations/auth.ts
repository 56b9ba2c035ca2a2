import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { operation } from '../operation.ts';
import { nothing, preferencesSchema, sessionSchema } from '../shapes.ts';

export const auth = {
  /** Whether an owner exists yet; the login page shows the first-run form when not. */
  status: operation({
    method: 'GET',
    path: '/auth/status',
    summary: 'State of the first run',
    permission: 'public',
    input: nothing,
    output: z.object({ ownerExists: z.boolean() }),
  }),
  createOwner: operation({
    method: 'POST',
    path: '/auth/owner',
    summary: 'Create the owner account of a new installation',
    permission: 'public',
    input: z.object({
      setupCode: z.string().max(64),
      email: z.email().max(254),
      password: z.string().max(256),
      name: z.string().trim().min(1).max(100),
      surname: z.string().trim().max(100),
      tenantName: z.string().trim().min(1).max(100),
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
    input: z.object({ email: z.string().max(254), password: z.string().max(256) }),
    output: sessionSchema,
    errors: ['AUTH.CREDENTIALS'],
    changes: ['session'],
  }),
  /** Log out: ends the session on the server. */
  removeToken: operation({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out',
    permission: 'session',
    input: nothing,
    output: nothing,
    changes: ['session'],
  }),
  session: operation({
    method: 'GET',
    path: '/auth/session',
    summary: 'The current session',
    permission: 'session',
    input: nothing,
    output: sessionSchema,
    reads: ['session', 'preferences'],
  }),
  /** Sent every 30 s while the page is open; never counts as activity. */
  keepAlive: operation({
    method: 'POST',
    path: '/auth/keep-alive',
    summary: 'Keep-alive log',
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
    summary: 'Change own preferences',
    permission: 'session',
    input: preferencesSchema.partial(),
    output: preferencesSchema,
    changes: ['preferences'],
  }),
  onIdentityProviderTokenChange: operation({
    method: 'GET',
    path: '/auth/events',
    summary: 'Changes of the session',
    permission: 'session',
    input: nothing,
    stream: true,
    output: eventIterator(z.object({ event: z.enum(['notLogged', 'loggedIn', 'changeTenant']), session: sessionSchema.nullable() })),
    reads: ['session'],
  }),
};
