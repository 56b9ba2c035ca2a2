import { durationMs, sizeBytes, type HttpClientConfig, type TlsClientConfig } from '@acequia/component-sdk/definition';
import type { RuntimeContext } from '@acequia/component-sdk/runtime';
import { createHttpClient, type HttpClient, type TlsClientSettings } from '@acequia/wire';
import { createCredentials, type Credentials } from './credentials.ts';
import { SentSecrets } from './sent-secrets.ts';

/** TLS of an outgoing connection from the group `tls-client`, secrets read. */
export function tlsSettings(config: Omit<TlsClientConfig, 'tls'>, ctx: Pick<RuntimeContext, 'secret'>): TlsClientSettings {
  const read = (reference: string | undefined): string | undefined => (reference === undefined ? undefined : ctx.secret(reference));
  return {
    caChain: read(config.caChain),
    clientCertificate: read(config.clientCertificate),
    clientKey: read(config.clientKey),
    serverName: config.serverName,
    verify: config.verify,
    minVersion: config.minVersion,
  };
}

export interface HttpAccess {
  readonly client: HttpClient;
  readonly credentials: Credentials;
  /** All that `client` and `credentials` send in secret. */
  readonly sent: SentSecrets;
}

/** A client and its credentials as the group `http-client` says; its TLS settings are used for https whatever `tls` says. */
export function openHttpAccess(config: HttpClientConfig, maxSockets: number, ctx: RuntimeContext): HttpAccess {
  const sent = new SentSecrets();
  const secret = (reference: string): string => {
    const text = ctx.secret(reference);
    sent.add(text);
    return text;
  };
  const noted = { clock: ctx.clock, egress: ctx.egress, secret };
  if (config.proxyPassword !== undefined) sent.add(`${config.proxyUser ?? ''}:${secret(config.proxyPassword)}`);
  const client = openHttpClient(config, maxSockets, noted);
  return { client, credentials: createCredentials(config, client, noted, sent), sent };
}

function openHttpClient(
  config: HttpClientConfig,
  maxSockets: number,
  ctx: Pick<RuntimeContext, 'clock' | 'egress' | 'secret'>,
): HttpClient {
  return createHttpClient({
    egress: ctx.egress,
    clock: ctx.clock,
    connectTimeoutMs: durationMs(config.connectTimeout),
    timeoutMs: durationMs(config.timeout),
    maxResponseBytes: sizeBytes(config.maxResponse),
    maxSockets,
    followRedirects: config.followRedirects,
    tls: tlsSettings(config, ctx),
    ...(config.proxy === undefined ? {} : { proxy: proxyOf(config.proxy, config, ctx) }),
  });
}

/** The address of the proxy with who asks it. */
function proxyOf(
  address: string,
  config: Pick<HttpClientConfig, 'proxyUser' | 'proxyPassword'>,
  ctx: Pick<RuntimeContext, 'secret'>,
): string {
  if ((config.proxyUser === undefined && config.proxyPassword === undefined) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (config.proxyUser !== undefined) url.username = encodeURIComponent(config.proxyUser);
  if (config.proxyPassword !== undefined) url.password = encodeURIComponent(ctx.secret(config.proxyPassword));
  return url.href;
}
