import { AppError } from '@acequia/base';
import { mayConfigureSso, mayRequireMfa, type SsoProvider, type SsoState, type TenantEntry } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import { lockTenant, writeSettings } from './tenants.store.ts';

/** Everybody needs a second factor from the next login on, or not. Throws ACQ-NOT-FOUND for an id that is not the session's, AUTH.SSO_ON. */
export async function requireMfa(scope: TenantScope, id: string, required: boolean): Promise<void> {
  if (id !== scope.tenantId) throw new AppError('ACQ-NOT-FOUND');
  scope.subject(required ? 'MFA on' : 'MFA off');
  const entry = await lockEntry(scope);
  if (required && !mayRequireMfa(entry)) throw new AppError('AUTH.SSO_ON');
  await change(scope, { mfaRequired: required });
}

/** Viewers may see what is in events from now on, or not. Throws ACQ-NOT-FOUND for an id that is not the session's. */
export async function showContent(scope: TenantScope, id: string, shown: boolean): Promise<void> {
  if (id !== scope.tenantId) throw new AppError('ACQ-NOT-FOUND');
  scope.subject(shown ? 'Event contents shown to viewers' : 'Event contents hidden from viewers');
  await writeSettings(scope.tx, id, { viewersReadContent: shown });
  await writeChange(scope, 'tenant', id);
  // Windows that are open ask again what their user may do.
  await writeChange(scope, 'session', id);
}

/** Says how members log in from now on, in the transaction that changes the configuration of single sign-on. Throws AUTH.MFA_ON. */
export async function writeSsoState(scope: TenantScope, sso: SsoState): Promise<void> {
  const entry = await lockEntry(scope);
  if (sso !== 'unconfigured' && !mayConfigureSso(entry)) throw new AppError('AUTH.MFA_ON');
  await change(scope, { sso });
}

/** The provider is the tenant's no more, in the transaction that turns it off; nothing happens when another one is. Returns whether it was. */
export async function endSsoState(scope: TenantScope, provider: SsoProvider): Promise<boolean> {
  const { sso } = await lockEntry(scope);
  if (sso === provider) await change(scope, { sso: 'unconfigured' });
  return sso === provider;
}

/** How members log in, held until the end of the transaction: of two who turn on one and the other at once, one is refused. */
async function lockEntry(scope: TenantScope): Promise<TenantEntry> {
  const entry = await lockTenant(scope.tx, scope.tenantId);
  if (!entry) throw new AppError('ACQ-NOT-FOUND');
  return entry;
}

async function change(scope: TenantScope, entry: Partial<TenantEntry>): Promise<void> {
  await writeSettings(scope.tx, scope.tenantId, entry);
  await writeChange(scope, 'tenant', scope.tenantId);
}
