import { createHash } from 'node:crypto';
import { AppError, type Clock, type Random } from '@acequia/base';
import type { OpenIdResponseType } from '@acequia/domain';
import * as z from 'zod';
import type { Database } from '../../db/database.ts';
import { createLinkToken } from '../../keys/link-token.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import type { Arrival, Departure, ProvenIdentity, SsoAdapter } from '../sso/sso-adapter.ts';
import { ssoAddress } from '../sso/sso.service.ts';
import { redeemCode, readUserinfo, type TokenAnswer } from './code-exchange.ts';
import { checkIdToken, keyIdOf, refusedToken, type IdTokenClaims } from './id-token.ts';
import { openSecret } from './openid-secret.ts';
import { deniedBy } from './openid-denial.ts';
import { findConfig, type OpenIdRow } from './openid.store.ts';
import type { ProviderDirectories, ProviderDirectory, ProviderMetadata } from './provider-directory.ts';

export interface OpenIdAdapterDeps {
  readonly database: Database;
  readonly vault: SecretVault;
  readonly directory: ProviderDirectories;
  readonly clock: Clock;
  readonly random: Random;
}

/** Where the provider sends the browser back to. */
export const callbackOf = (origin: string, slug: string): string => `${ssoAddress(origin, slug, 'openid')}/callback`;

/** OpenID Connect: code flow with PKCE, or the id_token itself by form_post. */
export function createOpenIdAdapter(deps: OpenIdAdapterDeps): SsoAdapter {
  const { database, vault, directory: directories, clock, random } = deps;
  const read = (tenantId: string) =>
    database.withTenant(tenantId, async (tx) => {
      const row = await findConfig(tx);
      if (!row) throw new AppError('AUTH.SSO_OFF');
      return { row, secret: await openSecret(vault, tx, row) };
    });
  return {
    provider: 'openid',
    stateParameter: 'state',
    start: async ({ tenant, origin, state, again }: Departure) => {
      const { row } = await read(tenant.id);
      const metadata = await directories.of(tenant.id).discover(row.issuer);
      const nonce = createLinkToken(random);
      const verifier = createLinkToken(random);
      const url = new URL(metadata.authorization_endpoint);
      const parameters = {
        client_id: row.clientId,
        redirect_uri: callbackOf(origin, tenant.slug),
        response_type: row.responseType,
        scope: 'openid email profile',
        state,
        nonce,
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
        ...(row.responseType === 'code'
          ? { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' }
          : { response_mode: 'form_post' }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { url: url.href, facts: { nonce, verifier, issuer: row.issuer, responseType: row.responseType } };
    },
    finish: async (arrival) => {
      const { row, secret } = await read(arrival.tenant.id);
      if (row.issuer !== arrival.facts['issuer'] || row.responseType !== arrival.facts['responseType'])
        throw new AppError('AUTH.SSO_FLOW', { internal: 'the configuration was changed meanwhile' });
      const directory = directories.of(arrival.tenant.id);
      const metadata = await directory.discover(row.issuer);
      checkAnswer(arrival.parameters, metadata, row.responseType);
      const answer =
        row.responseType === 'code'
          ? await redeemCode(directory, metadata, {
              clientId: row.clientId,
              secret,
              code: only(arrival.parameters, 'code'),
              verifier: arrival.facts['verifier'] ?? '',
              callback: callbackOf(arrival.origin, arrival.tenant.slug),
            })
          : { idToken: only(arrival.parameters, 'id_token'), accessToken: undefined };
      return identityOf(row, await claimsOf(directory, row, metadata, answer, arrival));
    },
  };

  async function claimsOf(
    directory: ProviderDirectory,
    row: OpenIdRow,
    metadata: ProviderMetadata,
    answer: TokenAnswer,
    arrival: Arrival,
  ): Promise<IdTokenClaims> {
    const { idToken, accessToken } = answer;
    const keys = await directory.keys(metadata, keyIdOf(idToken));
    const claims = await checkIdToken(idToken, keys, {
      issuer: row.issuer,
      clientId: row.clientId,
      nonce: arrival.facts['nonce'] ?? '',
      now: clock.now(),
      accessToken,
      again: arrival.again,
    });
    if (claims['email'] !== undefined || accessToken === undefined) return claims;
    return { ...(await readUserinfo(directory, metadata, accessToken, claims.sub)), ...claims };
  }
}

/** The provider's refusal, and whether it is this provider that answers (RFC 9207: mix-up of providers); an id_token names it by itself. */
function checkAnswer(parameters: URLSearchParams, metadata: ProviderMetadata, responseType: OpenIdResponseType): void {
  const issuers = parameters.getAll('iss');
  if (issuers.some((each) => each !== metadata.issuer)) throw refusedToken('answer of another issuer');
  if (issuers.length === 0 && responseType === 'code' && metadata.authorization_response_iss_parameter_supported)
    throw refusedToken('answer without its issuer');
  const error = parameters.get('error');
  if (error !== null) throw deniedBy(error, parameters.get('error_description') ?? '');
}

function only(parameters: URLSearchParams, name: string): string {
  const values = parameters.getAll(name);
  const [value = ''] = values;
  if (values.length !== 1 || value === '') throw refusedToken(`no ${name}, or more than one`);
  return value;
}

/** As invitations take them: letters of other alphabets become Latin ones in lower case (the Kelvin sign a k), and name another account. */
const address = z.email().max(254);

/** What the provider says counts; where it says nothing, the word of who configured it. */
const isVerified = ({ verifiesAddresses }: OpenIdRow, claims: IdTokenClaims): boolean => {
  const said = claims['email_verified'];
  return said === undefined ? verifiesAddresses : said === true;
};

function identityOf(row: OpenIdRow, claims: IdTokenClaims): ProvenIdentity {
  const text = (name: string): string => (typeof claims[name] === 'string' ? claims[name] : '');
  const email = address.safeParse(text('email').trim());
  return {
    issuer: row.issuer,
    subject: claims.sub,
    email: isVerified(row, claims) && email.success ? email.data.toLowerCase() : undefined,
    name: text('given_name') || text('name'),
    surname: text('given_name') === '' ? '' : text('family_name'),
    savedRole: row.savedRole,
  };
}
