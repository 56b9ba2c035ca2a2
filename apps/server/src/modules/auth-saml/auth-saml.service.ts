import { AppError, isAppError, type Random } from '@acequia/base';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import type { Role } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import { endSsoState, writeSsoState } from '../tenants/tenant-settings.service.ts';
import { findSamlConfig, insertSamlConfig, lockSamlConfig, updateSamlConfig, type SamlConfigRow } from './auth-saml.store.ts';
import { describeCertificate, readCertificate } from './certificates.ts';
import { serviceProviderOf } from './service-provider.ts';

type Entered = OperationInput<'authSaml:createConfig'>;
type SamlConfig = OperationOutput<'authSaml:getConfig'>;

/** Who saves, and where the console is. */
export interface SaveFacts {
  readonly role: Role;
  readonly slug: string;
  readonly origin: string;
  /** The tenant logs in with SAML now. */
  readonly enabled: boolean;
}

export interface AuthSamlService {
  /** What the provider must be told is there from the beginning, before anything was entered. */
  getConfig(scope: TenantScope, facts: SaveFacts): Promise<SamlConfig>;
  /** Throws ACQ-CONFLICT when there is one, AUTH.MFA_ON, AUTH.SSO_ADDRESS, AUTH.SAML_CERTIFICATE, AUTH.SAML_CERTIFICATE_EXPIRED. */
  createConfig(scope: TenantScope, input: Entered, facts: SaveFacts): Promise<SamlConfig>;
  /** As `createConfig`; ACQ-NOT-FOUND for an id that is not the tenant's. */
  updateConfig(scope: TenantScope, input: Entered & { readonly id: string }, facts: SaveFacts): Promise<SamlConfig>;
}

export function createAuthSamlService(random: Random): AuthSamlService {
  return {
    getConfig: async (scope, facts) => present(await findSamlConfig(scope.tx), facts),
    createConfig: async (scope, input, facts) => {
      scope.subject('SSO SAML');
      const row = rowOf(scope, Buffer.from(random.bytes(12)).toString('hex'), input, facts.role);
      if (!(await insertSamlConfig(scope.tx, row))) throw new AppError('ACQ-CONFLICT');
      if (input.enabled) await writeSsoState(scope, 'saml');
      return present(row, { ...facts, enabled: input.enabled });
    },
    updateConfig: async (scope, input, facts) => {
      scope.subject(input.enabled ? 'SSO SAML' : 'SSO off');
      const before = await lockSamlConfig(scope.tx);
      if (!before || before.id !== input.id) throw new AppError('ACQ-NOT-FOUND');
      const row = rowOf(scope, before.id, input, facts.role);
      await updateSamlConfig(scope.tx, row);
      if (input.enabled) await writeSsoState(scope, 'saml');
      else await endSsoState(scope, 'saml');
      return present(row, { ...facts, enabled: input.enabled });
    },
  };
}

function rowOf(scope: TenantScope, id: string, input: Entered, role: Role): SamlConfigRow {
  const { idpEntityId, ssoUrl, nameIdFormat, enabled } = input;
  assertAddress(ssoUrl);
  const certificates = [...new Set(input.x509Certificates.map((text, index) => certificateOf(text, index, enabled ? scope.now : 0)))];
  return { tenantId: scope.tenantId, id, idpEntityId, ssoUrl, certificates, nameIdFormat, savedRole: role, updatedAt: scope.now };
}

/** Browsers are sent there: https, or a provider on the same machine. */
function assertAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const near = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (!url || (url.protocol !== 'https:' && !near) || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new AppError('AUTH.SSO_ADDRESS', { fields: { address: address.slice(0, 200) } });
}

/** Names the place in the list of one that is refused, from 0. */
function certificateOf(text: string, index: number, now: number): string {
  try {
    return readCertificate(text, now);
  } catch (error) {
    if (isAppError(error)) throw new AppError(error.code, { cause: error, fields: { certificate: index } });
    throw error;
  }
}

function present(row: SamlConfigRow | undefined, { enabled, slug, origin }: SaveFacts): SamlConfig {
  const { acsUrl, entityId } = serviceProviderOf(origin, slug);
  const certificates = row?.certificates ?? [];
  return {
    id: row?.id ?? null,
    idpEntityId: row?.idpEntityId ?? '',
    ssoUrl: row?.ssoUrl ?? '',
    x509Certificates: certificates,
    certificates: certificates.map(describeCertificate),
    nameIdFormat: row?.nameIdFormat ?? 'persistent',
    enabled: row !== undefined && enabled,
    callbackURL: acsUrl,
    spAcsUrl: acsUrl,
    spEntityId: entityId,
    homeURL: `${origin}/sso/${slug}`,
    slug,
  };
}
