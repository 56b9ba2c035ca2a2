import type { TlsServerConfig } from '@acequia/component-sdk/definition';
import type { RuntimeContext } from '@acequia/component-sdk/runtime';
import type { TlsServerSettings } from '@acequia/wire';

/** TLS settings with their secrets; undefined while TLS is off. Throws `Misconfigured` when a secret is unavailable. */
export function serverTls(config: TlsServerConfig, ctx: RuntimeContext): TlsServerSettings | undefined {
  if (!config.tls) return undefined;
  return {
    certificate: ctx.secret(config.certificate ?? ''),
    privateKey: ctx.secret(config.privateKey ?? ''),
    caChain: config.caChain === undefined ? undefined : ctx.secret(config.caChain),
    clientAuth: config.clientAuth,
    minVersion: config.minVersion,
  };
}
