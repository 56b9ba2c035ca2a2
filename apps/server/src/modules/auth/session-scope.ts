import { AppError } from '@acequia/base';
import type { ActiveSession } from './sessions.ts';

/**
 * For what reaches beyond the tenant of a session: another tenant, an invitation, the account's second factor. A session of single
 * sign-on is good for its own tenant and the demo of that alone, whose provider confirmed who the user is. Throws AUTH.SSO_SCOPE.
 */
export function assertPasswordSession(session: ActiveSession): void {
  if (session.via !== 'password') throw new AppError('AUTH.SSO_SCOPE');
}
