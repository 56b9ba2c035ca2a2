import { AppError } from '@acequia/base';
import { refusedToken } from './id-token.ts';
import { deniedBy } from './openid-denial.ts';
import type { ProviderDirectory, ProviderMetadata } from './provider-directory.ts';

export interface TokenAnswer {
  readonly idToken: string;
  readonly accessToken: string | undefined;
}

export interface CodeInput {
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly code: string;
  /** PKCE: proves that who redeems the code is who asked for it. */
  readonly verifier: string;
  readonly callback: string;
}

/** The tokens of a code. Throws AUTH.SSO_DENIED when the provider refuses it, AUTH.SSO_TOKEN for an answer without tokens. */
export async function redeemCode(directory: ProviderDirectory, metadata: ProviderMetadata, input: CodeInput): Promise<TokenAnswer> {
  const { clientId, secret, code, verifier, callback } = input;
  const url = metadata.token_endpoint;
  if (url === undefined || secret === undefined) throw new AppError('AUTH.SSO_UNFIT', { fields: { need: 'code' } });
  const basic = metadata.token_endpoint_auth_methods_supported.includes('client_secret_basic');
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier });
  if (!basic) {
    form.set('client_id', clientId);
    form.set('client_secret', secret);
  }
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(basic ? { authorization: `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}` } : {}),
  };
  const { status, body } = await directory.ask({ method: 'POST', url, headers, body: Buffer.from(form.toString()) });
  if (status !== 200) {
    const error = body?.['error'];
    throw deniedBy(typeof error === 'string' ? error : status >= 500 ? 'server_error' : `status ${status}`);
  }
  const { id_token: idToken, access_token: accessToken } = body ?? {};
  if (typeof idToken !== 'string') throw refusedToken('answer without id_token');
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : undefined };
}

/** Claims that do not stand in the id_token; of the same subject, else none count. Empty when the provider has no such place. */
export async function readUserinfo(directory: ProviderDirectory, metadata: ProviderMetadata, accessToken: string, subject: string) {
  const url = metadata.userinfo_endpoint;
  if (url === undefined) return {};
  const { status, body } = await directory.ask({
    method: 'GET',
    url,
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
  });
  if (status !== 200 || !body) return {};
  if (body['sub'] !== subject) throw refusedToken('userinfo of another subject');
  return body;
}

/** RFC 6749, 2.3.1: form encoding before Base64. */
const encode = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);
