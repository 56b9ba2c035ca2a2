import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { createCidrSet } from '../egress/cidr-set.ts';
import { normaliseIp } from '../egress/ip-address.ts';
import { bindError, type Refusal } from '../tcp/acceptor.ts';
import { readKernelDrops } from './kernel-drops.ts';

export interface UdpServerOptions {
  readonly host: string;
  readonly port: number;
  /** Asked for; the kernel may give less (`net.core.rmem_max`). */
  readonly receiveBufferBytes: number;
  readonly allowFrom: readonly string[];
  readonly refused?: (reason: Refusal, ip: string) => void;
}

export interface UdpServer {
  readonly host: string;
  readonly port: number;
  /** Datagrams the kernel threw away for want of buffer since the socket was opened. */
  kernelDrops(): number;
  /** Takes what has arrived, then closes. Idempotent. */
  stop(): Promise<void>;
}

/** Binds and reads. Throws AppError of `BindErrorCode`. */
export async function startUdpServer(
  options: UdpServerOptions,
  datagram: (bytes: Buffer, peer: { readonly ip: string; readonly port: number }) => void,
): Promise<UdpServer> {
  const allowed = createCidrSet(options.allowFrom);
  const socket = createSocket({ type: isIPv6(options.host) ? 'udp6' : 'udp4', recvBufferSize: options.receiveBufferBytes });
  await bind(socket, options);
  socket.on('error', () => undefined);
  socket.on('message', (bytes, from) => {
    const ip = normaliseIp(from.address);
    if (allowed.size === 0 || allowed.has(ip)) datagram(bytes, { ip, port: from.port });
    else options.refused?.('not-allowed', ip);
  });
  const { port } = socket.address();
  let drops = 0;
  let closed: Promise<void> | undefined;
  const kernelDrops = () => (closed ? drops : (drops = readKernelDrops(port) ?? drops));
  const close = async () => {
    kernelDrops();
    await new Promise<void>((resolve) => setImmediate(resolve));
    await new Promise<void>((resolve) => socket.close(() => resolve()));
  };
  return { host: options.host, port, kernelDrops, stop: () => (closed ??= close()) };
}

function bind(socket: Socket, options: UdpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(bindError(error));
    socket.once('error', onError);
    socket.bind({ address: options.host, port: options.port, exclusive: true }, () => {
      socket.off('error', onError);
      resolve();
    });
  });
}
