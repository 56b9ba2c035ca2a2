import { AppError, isAppError, minuteMs, type Clock } from '@acequia/base';
import { createHttpClient, noEgress, type EgressPolicy, type HttpClient, type HttpRequest } from '@acequia/wire';
import type { JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { callFault, isCallable } from '../../http/callable-address.ts';
import { readStrictObject } from './strict-json.ts';

/** quality.md 2.4: time and size of what a provider may answer. */
const connectTimeoutMs = 5000;
const answerTimeoutMs = 10_000;
const answerMaxBytes = 262_144;
const metadataLastsMs = 10 * minuteMs;
const keysLastMs = 10 * minuteMs;
/** quality.md 2.4: an unknown key id makes the keys be fetched again at most so often. */
const refetchMs = minuteMs;
const issuersMax = 500;

const address = z.string().max(2048);
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address.optional(),
  userinfo_endpoint: address.optional(),
  jwks_uri: address,
  response_types_supported: z.array(z.string()).default(['code']),
  response_modes_supported: z.array(z.string()).default(['query', 'fragment']),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});
export type ProviderMetadata = z.infer<typeof metadataSchema>;

/** What identity providers say of themselves, asked through the egress guard and remembered for a while. */
export interface ProviderDirectory {
  /** Throws AUTH.SSO_AWAY, AUTH.SSO_ADDRESS, AUTH.SSO_METADATA, AUTH.SSO_ISSUER. `fresh`: asked now. */
  discover(issuer: string, fresh?: boolean): Promise<ProviderMetadata>;
  /** Its signing keys; asked again when a key id is not among them. */
  keys(metadata: ProviderMetadata, keyId: unknown): Promise<JSONWebKeySet>;
  /** Without asking it. Throws AUTH.SSO_ADDRESS with the rule and the field when the issuer may not be called. */
  assertIssuer(issuer: string): Promise<void>;
  /** Any answer of a status below 500 as a JSON object. Throws AUTH.SSO_AWAY, AUTH.SSO_ADDRESS. */
  ask(request: HttpRequest): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> | undefined }>;
}

/** Of each tenant its own: what one has asked, no other is told. */
export interface ProviderDirectories {
  of(tenantId: string): ProviderDirectory;
  close(): void;
}

interface Remembered<T> {
  readonly at: number;
  readonly value: T;
}

/** `egressOf`: where a tenant may call now. */
export function createProviderDirectories(clock: Clock, egressOf: (tenantId: string) => Promise<EgressPolicy>): ProviderDirectories {
  const http: HttpClient = createHttpClient({
    egress: noEgress,
    clock,
    connectTimeoutMs,
    timeoutMs: answerTimeoutMs,
    maxResponseBytes: answerMaxBytes,
    maxSockets: 8,
  });
  const known = new Map<string, Remembered<ProviderMetadata>>();
  const knownKeys = new Map<string, Remembered<JSONWebKeySet>>();

  const ask = async (tenantId: string, request: HttpRequest): ReturnType<ProviderDirectory['ask']> => {
    const egress = await egressOf(tenantId);
    await assertCallable(request.url, egress);
    const answer = await http.request({ ...request, egress }).catch((error: unknown) => {
      const refused = isAppError(error) && (error.code === 'EGRESS_REFUSED' || error.code === 'URL_INVALID');
      throw new AppError(refused ? 'AUTH.SSO_ADDRESS' : 'AUTH.SSO_AWAY', { cause: error, fields: { address: request.url } });
    });
    if (answer.status >= 500)
      throw new AppError('AUTH.SSO_AWAY', { fields: { address: request.url }, internal: `status ${answer.status}` });
    return { status: answer.status, body: readStrictObject(answer.body.toString('utf8')) };
  };

  const fetchMetadata = async (tenantId: string, issuer: string): Promise<ProviderMetadata> => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await ask(tenantId, { method: 'GET', url, headers: { accept: 'application/json' } });
    const parsed = status === 200 ? metadataSchema.safeParse(body) : undefined;
    if (!parsed?.success) throw new AppError('AUTH.SSO_METADATA', { fields: { address: url }, internal: `status ${status}` });
    const metadata = parsed.data;
    if (metadata.issuer !== issuer) throw new AppError('AUTH.SSO_ISSUER', { fields: { found: metadata.issuer.slice(0, 512) } });
    const { authorization_endpoint: login, token_endpoint: token, userinfo_endpoint: userinfo, jwks_uri: keys } = metadata;
    const egress = await egressOf(tenantId);
    for (const each of [login, token, userinfo, keys]) if (each !== undefined) await assertCallable(each, egress);
    return metadata;
  };

  const fetchKeys = async (tenantId: string, url: string): Promise<JSONWebKeySet> => {
    const { status, body } = await ask(tenantId, { method: 'GET', url, headers: { accept: 'application/json' } });
    const keys = body?.['keys'];
    if (status !== 200 || !Array.isArray(keys)) throw new AppError('AUTH.SSO_METADATA', { fields: { address: url } });
    return { keys: keys as JSONWebKeySet['keys'] };
  };

  const remember = async <T>(store: Map<string, Remembered<T>>, key: string, fetch: () => Promise<T>): Promise<T> => {
    const value = await fetch();
    store.delete(key);
    store.set(key, { at: clock.now(), value });
    if (store.size > issuersMax) store.delete(store.keys().next().value ?? key);
    return value;
  };

  const directoryOf = (tenantId: string): ProviderDirectory => ({
    assertIssuer: async (issuer) => {
      const fault = await callFault(issuer, await egressOf(tenantId));
      if (fault) throw new AppError('AUTH.SSO_ADDRESS', { fields: { field: 'issuer', address: issuer.slice(0, 512), ...fault } });
    },
    ask: (request) => ask(tenantId, request),
    discover: async (issuer, fresh = false) => {
      const key = `${tenantId} ${issuer}`;
      const found = known.get(key);
      if (!fresh && found && clock.now() < found.at + metadataLastsMs) return found.value;
      return remember(known, key, () => fetchMetadata(tenantId, issuer));
    },
    keys: async ({ jwks_uri: url }, keyId) => {
      const key = `${tenantId} ${url}`;
      const found = knownKeys.get(key);
      const age = found ? clock.now() - found.at : Number.MAX_SAFE_INTEGER;
      const has = found?.value.keys.some(({ kid }) => kid === keyId) ?? false;
      if (found && age < keysLastMs && (has || keyId === undefined || age < refetchMs)) return found.value;
      return remember(knownKeys, key, () => fetchKeys(tenantId, url));
    },
  });
  return { of: directoryOf, close: () => http.close() };
}

async function assertCallable(text: string, egress: EgressPolicy): Promise<void> {
  if (!(await isCallable(text, egress))) throw new AppError('AUTH.SSO_ADDRESS', { fields: { address: text.slice(0, 512) } });
}
