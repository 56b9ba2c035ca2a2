import { AppError, type Random } from '@acequia/base';
import type { OperationInput, OperationOutput } from '@acequia/contract';
import type { OpenIdResponseType, Role } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import { endSsoState, writeSsoState } from '../tenants/tenant-settings.service.ts';
import { findConfig, insertConfig, lockConfig, updateConfig, type OpenIdRow } from './openid.store.ts';
import { callbackOf } from './openid-adapter.ts';
import type { ProviderDirectories, ProviderMetadata } from './provider-directory.ts';

type Entered = OperationInput<'authOpenID:createConfig'>;

/** Who asks, and where the tenant and the console are. */
export interface Place {
  readonly role: Role;
  readonly slug: string;
  readonly origin: string;
}

export interface AuthOpenIdService {
  getConfig(scope: TenantScope, place: Place, enabled: boolean): Promise<OperationOutput<'authOpenID:getConfig'>>;
  /** Of a provider that is to be used: whether its issuer may be called, and what it says of itself, asked before the transaction begins. Throws what `ProviderDirectory.discover` throws, and AUTH.SSO_UNFIT. */
  assertFit(tenantId: string, input: Entered): Promise<void>;
  /** Throws WEB-00017 without a needed secret, ACQ-CONFLICT when there is one, AUTH.MFA_ON. */
  createConfig(scope: TenantScope, input: Entered, place: Place): Promise<OperationOutput<'authOpenID:getConfig'>>;
  updateConfig(
    scope: TenantScope,
    input: Entered & { readonly id: string },
    place: Place,
  ): Promise<OperationOutput<'authOpenID:getConfig'>>;
}

export function createAuthOpenIdService(vault: SecretVault, directory: ProviderDirectories, random: Random): AuthOpenIdService {
  const save = async (scope: TenantScope, before: Omit<OpenIdRow, 'updatedAt'>, input: Entered, role: Role): Promise<OpenIdRow> => {
    const { clientId, issuer, responseType, verifiesAddresses = false, clientSecret = '' } = input;
    const row = { ...before, clientId, issuer, responseType, verifiesAddresses, savedRole: role, updatedAt: scope.now };
    if (clientSecret === '') {
      if (responseType === 'code' && before.sealedSecret === null && input.enabled)
        throw new AppError('WEB-00017', { fields: { clientSecret: 'required' } });
      // A kept secret goes to nobody but the provider it was entered for.
      if (before.sealedSecret !== null && before.issuer !== issuer) {
        if (responseType === 'code') throw new AppError('WEB-00017', { fields: { clientSecret: 'required' } });
        return { ...row, sealedSecret: null };
      }
      return row;
    }
    const secretVersion = before.secretVersion + 1;
    return { ...row, secretVersion, sealedSecret: await vault.seal(scope.tx, scope.tenantId, row.id, secretVersion, clientSecret) };
  };
  return {
    getConfig: async (scope, place, enabled) => present(await findConfig(scope.tx), place, enabled),
    assertFit: async (tenantId, { issuer, responseType, enabled }) => {
      if (!enabled) return;
      await directory.of(tenantId).assertIssuer(issuer);
      assertOffers(await directory.of(tenantId).discover(issuer, true), responseType);
    },
    createConfig: async (scope, input, place) => {
      scope.subject('SSO OpenID');
      const { clientId, issuer, responseType } = input;
      const id = Buffer.from(random.bytes(12)).toString('hex');
      const empty = {
        tenantId: scope.tenantId,
        id,
        clientId,
        issuer,
        responseType,
        verifiesAddresses: false,
        secretVersion: 0,
        sealedSecret: null,
        savedRole: place.role,
      };
      const row = await save(scope, empty, input, place.role);
      if (!(await insertConfig(scope.tx, row))) throw new AppError('ACQ-CONFLICT');
      if (input.enabled) await writeSsoState(scope, 'openid');
      return present(row, place, input.enabled);
    },
    updateConfig: async (scope, input, place) => {
      scope.subject(input.enabled ? 'SSO OpenID' : 'SSO off');
      const before = await lockConfig(scope.tx);
      if (!before || before.id !== input.id) throw new AppError('ACQ-NOT-FOUND');
      const row = await save(scope, before, input, place.role);
      await updateConfig(scope.tx, row);
      if (input.enabled) await writeSsoState(scope, 'openid');
      else await endSsoState(scope, 'openid');
      return present(row, place, input.enabled);
    },
  };
}

const present = (row: OpenIdRow | undefined, { slug, origin }: Place, enabled: boolean): OperationOutput<'authOpenID:getConfig'> => ({
  id: row?.id ?? null,
  clientId: row?.clientId ?? '',
  issuer: row?.issuer ?? '',
  responseType: row?.responseType ?? 'code',
  verifiesAddresses: row?.verifiesAddresses ?? false,
  enabled: row !== undefined && enabled,
  clientSecretKept: (row?.sealedSecret ?? null) !== null,
  callbackURL: callbackOf(origin, slug),
  homeURL: `${origin}/sso/${slug}`,
  slug,
});

/** What the grant needs of the provider. Throws AUTH.SSO_UNFIT. */
function assertOffers(metadata: ProviderMetadata, responseType: OpenIdResponseType): void {
  const lack = (need: string) => new AppError('AUTH.SSO_UNFIT', { fields: { need } });
  if (!metadata.response_types_supported.includes(responseType)) throw lack(`response_type ${responseType}`);
  if (responseType === 'id_token') {
    if (!metadata.response_modes_supported.includes('form_post')) throw lack('response_mode form_post');
    return;
  }
  if (metadata.token_endpoint === undefined) throw lack('token_endpoint');
  const methods = metadata.code_challenge_methods_supported;
  if (methods && !methods.includes('S256')) throw lack('PKCE S256');
  if (!['client_secret_basic', 'client_secret_post'].some((each) => metadata.token_endpoint_auth_methods_supported.includes(each)))
    throw lack('client_secret_basic');
}
