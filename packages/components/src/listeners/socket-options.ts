import { durationMs, type SocketConfig, type TlsServerConfig } from '@acequia/component-sdk/definition';
import type { RuntimeContext } from '@acequia/component-sdk/runtime';
import { addressShare } from './refusals.ts';
import { serverTls } from './server-tls.ts';

/** Who may connect to a port of a listener, and how, by its groups `socket` and `tls-server`. `proxies`: addresses that stand for many. */
export function socketOptions(
  config: Omit<SocketConfig, 'port'> & TlsServerConfig,
  ctx: RuntimeContext,
  port: number,
  proxies: readonly string[] = [],
) {
  return {
    host: config.bind,
    port,
    maxConnections: config.maxConnections,
    perAddress: { max: Math.ceil(config.maxConnections * addressShare), except: proxies },
    idleTimeoutMs: durationMs(config.idleTimeout),
    proxyProtocol: config.proxyProtocol,
    proxyFrom: config.loadBalancers,
    allowFrom: config.allowFrom,
    tls: serverTls(config, ctx),
    clock: ctx.clock,
  };
}
