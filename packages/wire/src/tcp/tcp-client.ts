import type { Clock } from '@acequia/base';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { canonicalHost, checkEgress, type EgressPolicy } from '../egress/egress-guard.ts';
import type { Resolver } from '../egress/resolver.ts';
import { clientOptions, type TlsClientSettings } from '../tls/tls-options.ts';
import { toWireError, wireError } from '../wire-error.ts';

export interface TcpClientOptions {
  readonly host: string;
  readonly port: number;
  readonly egress: EgressPolicy;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly tls?: TlsClientSettings;
  readonly resolver?: Resolver;
  readonly signal?: AbortSignal;
}

/**
 * Connects to a checked address, each in turn, TLS handshake included. The socket has no `error` listener left: add one
 * at once. Throws AppError of `WireErrorCode`.
 */
export async function connectTcp(options: TcpClientOptions): Promise<Socket> {
  const addresses = await checkEgress(options.host, options.port, options.egress, { resolver: options.resolver });
  let last: unknown;
  for (const { address } of addresses) {
    try {
      return await attempt(address, options);
    } catch (error) {
      last = error;
      if (options.signal?.aborted) break;
    }
  }
  throw toWireError(last);
}

function attempt(address: string, options: TcpClientOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const where = { host: address, port: options.port, noDelay: true, keepAlive: true };
    const socket = options.tls ? connectTls({ ...where, ...clientOptions(options.tls, canonicalHost(options.host)) }) : connectPlain(where);
    const fail = (error: unknown) => {
      settle();
      socket.on('error', () => undefined);
      socket.destroy();
      reject(toWireError(error));
    };
    const onAbort = () => fail(wireError('ABORTED', options.signal?.reason));
    const onClose = () => fail(wireError('CONNECTION_RESET'));
    const cancel = options.clock.after(options.connectTimeoutMs, () => fail(wireError('CONNECT_TIMEOUT')));
    const settle = () => {
      cancel();
      socket.off('error', fail);
      socket.off('close', onClose);
      options.signal?.removeEventListener('abort', onAbort);
    };
    socket.once('error', fail);
    socket.once('close', onClose);
    socket.once(options.tls ? 'secureConnect' : 'connect', () => {
      settle();
      resolve(socket);
    });
    if (options.signal?.aborted) onAbort();
    else options.signal?.addEventListener('abort', onAbort, { once: true });
  });
}
