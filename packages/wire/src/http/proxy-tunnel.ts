import { request } from 'node:http';
import type { Socket } from 'node:net';
import { connectTcp, type TcpClientOptions } from '../tcp/tcp-client.ts';
import { toWireError, wireError } from '../wire-error.ts';

/** The header that tells a proxy who asks, from the user in its address; none without one. */
export function proxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const proof = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { 'proxy-authorization': `Basic ${proof}` };
}

/** A connection to `host:port` through the CONNECT of an HTTP proxy (RFC 9110, 9.3.6), which must answer within `connectTimeoutMs`. */
export async function openTunnel(options: TcpClientOptions & { readonly proxy: string }): Promise<Socket> {
  const proxy = new URL(options.proxy);
  const { tls: _tls, ...rest } = options;
  const socket = await connectTcp({ ...rest, host: proxy.hostname, port: Number(proxy.port || 80) });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      cancel();
      socket.destroy();
      reject(toWireError(error));
    };
    const target = `${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`;
    const credentials = proxyAuthorization(proxy);
    const ask = request({ method: 'CONNECT', path: target, headers: { host: target, ...credentials }, createConnection: () => socket });
    const cancel = options.clock.after(options.connectTimeoutMs, () => ask.destroy(wireError('CONNECT_TIMEOUT')));
    ask.once('connect', (answer, tunnel) => {
      cancel();
      if (answer.statusCode === 200) resolve(tunnel as Socket);
      else fail(wireError('CONNECT_FAILED', undefined, `proxy answered ${answer.statusCode}`));
    });
    ask.once('error', fail);
    ask.end();
  });
}
