import { AppError } from '@acequia/base';
import type { OperationInput } from '@acequia/contract';
import { isOwnPath } from '@acequia/domain';
import type { ActiveSession } from './sessions.ts';

/** The path that leads to the tenant's provider and back to `target`. Throws WEB-11011 when it is not how this tenant logs in. */
export function providerProofPath(session: ActiveSession, input: OperationInput<'auth:reauthenticateWithProvider'>): string {
  const { provider, tenantSlug, target = '' } = input;
  if (session.tenant.sso !== provider || session.tenant.slug !== tenantSlug) throw new AppError('WEB-11011');
  return `/sso/${tenantSlug}?${new URLSearchParams({ again: '1', next: isOwnPath(target) ? target : '/home' }).toString()}`;
}
