import { AppError, secondMs, senderOf, type RefusalReason, type Sender } from '@acequia/base';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import { createCidrSet } from '../egress/cidr-set.ts';
import { normaliseIp } from '../egress/ip-address.ts';
import { clientAccepted, serverContext, serverOptions, verifiedSubject, type TlsServerSettings } from '../tls/tls-options.ts';
import { readProxyHeader, type ProxyMode } from './proxy-header.ts';

/** Silence after which the other side is asked for a sign of life; one that gives none ten times, a second apart, is gone. */
const keepAliveMs = 60 * secondMs;

export interface AcceptorOptions {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
  /**
   * As many of them as one sender may have (`senderOf`), so that one that opens and does not go on leaves room for others.
   * Absent: all.
   */
  readonly perAddress?: { readonly max: number; readonly except: readonly string[] };
  /** A socket silent for longer is closed, unless its sender waits for us (`Owe`). */
  readonly idleTimeoutMs: number;
  readonly proxyProtocol: 'off' | ProxyMode;
  /** CIDRs of who may send a PROXY header; empty or absent: everyone. Others are refused where it is expected. */
  readonly proxyFrom?: readonly string[];
  /** CIDRs of senders, behind a proxy of those that the PROXY header names; empty lets everyone in. */
  readonly allowFrom: readonly string[];
  readonly tls?: TlsServerSettings | undefined;
  /** Protocols offered inside TLS (ALPN), best first. */
  readonly alpn?: readonly string[];
}

/** Who is on the other side. */
export interface Peer {
  readonly ip: string;
  readonly port: number;
  /** Of a verified client certificate. */
  readonly tlsSubject: string | undefined;
}

export interface Acceptor {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  /** New connections take the new certificate; the port stays open. */
  renewTls(settings: TlsServerSettings): void;
  /** No new connections; resolves once the port is free. Open sockets stay. */
  stopAccepting(): Promise<void>;
  destroyAll(): void;
}

/** Refused before a byte of payload was read. */
export type Refusal = Extract<
  RefusalReason,
  'not-allowed' | 'too-many' | 'address-full' | 'proxy-header' | 'tls' | 'client-certificate' | 'malformed'
>;

/** The sender waits for us until the result is called: meanwhile it is not idle. The idle time begins anew then. */
export type Owe = () => () => void;

export interface AcceptorEvents {
  connection(socket: Socket | TLSSocket, peer: Peer, owe: Owe): void;
  refused?(reason: Refusal, ip: string): void;
}

const ofClientCertificate: ReadonlySet<string> = new Set([
  'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE',
  'ERR_SSL_CERTIFICATE_VERIFY_FAILED',
]);

/** Ports cannot be bound: AppError codes of `startAcceptor`. */
export type BindErrorCode = 'PORT_IN_USE' | 'PORT_DENIED' | 'ADDRESS_UNKNOWN' | 'BIND_FAILED' | 'CERTIFICATE_INVALID';

/** Binds a TCP port and hands over sockets that passed the address list, the PROXY header and the TLS handshake. */
export async function startAcceptor(options: AcceptorOptions, events: AcceptorEvents): Promise<Acceptor> {
  const allowed = createCidrSet(options.allowFrom);
  const connecting = options.proxyProtocol === 'off' ? allowed : createCidrSet(options.proxyFrom ?? []);
  const sockets = new Set<Socket>();
  const exempt = createCidrSet(options.perAddress?.except ?? []);
  const bySender = new Map<Sender, number>();
  const peers = new WeakMap<Socket, { ip: string; port: number }>();
  const owes = new WeakMap<Socket, Owe>();
  let settings = options.tls;
  let secure = settings ? openTls(settings) : undefined;

  function openTls(current: TlsServerSettings): TlsServer {
    let server: TlsServer;
    try {
      const alpn = options.alpn ? { ALPNProtocols: [...options.alpn] } : {};
      server = createTlsServer({ ...serverOptions(current), ...alpn, handshakeTimeout: 10_000 });
    } catch (cause) {
      throw new AppError<BindErrorCode>('CERTIFICATE_INVALID', { cause });
    }
    server.on('secureConnection', (socket: TLSSocket) => {
      const parent = parentOf(socket);
      const peer = peers.get(parent) ?? addressOf(socket);
      if (!clientAccepted(socket, settings!.clientAuth)) {
        events.refused?.('client-certificate', peer.ip);
        socket.destroy();
        return;
      }
      events.connection(socket, { ...peer, tlsSubject: verifiedSubject(socket) }, owes.get(parent) ?? oweOf(socket, options.idleTimeoutMs));
    });
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
      const parent = parentOf(socket);
      // Who says nothing, as a balancer that only looks whether the port is open, was not refused.
      if (parent.bytesRead > 0)
        events.refused?.(
          ofClientCertificate.has(error.code ?? '') ? 'client-certificate' : 'tls',
          (peers.get(parent) ?? addressOf(socket)).ip,
        );
      socket.destroy();
    });
    return server;
  }

  function admit(socket: Socket): void {
    const direct = addressOf(socket);
    socket.on('error', () => socket.destroy());
    if (sockets.size >= options.maxConnections || (connecting.size > 0 && !connecting.has(direct.ip))) {
      events.refused?.(sockets.size >= options.maxConnections ? 'too-many' : 'not-allowed', direct.ip);
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    socket.setTimeout(options.idleTimeoutMs, () => socket.destroy());
    if (options.proxyProtocol === 'off') pass(socket, direct);
    else awaitProxyHeader(socket, direct, options.proxyProtocol);
  }

  function awaitProxyHeader(socket: Socket, direct: { ip: string; port: number }, mode: ProxyMode): void {
    const giveBack = countAddress(socket, direct.ip);
    if (giveBack === undefined) return;
    let seen: Buffer = Buffer.alloc(0);
    const onReadable = () => {
      const chunk = socket.read() as Buffer | null;
      if (!chunk) return;
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
      const header = readProxyHeader(seen, mode);
      if (header.state === 'more') return;
      socket.off('readable', onReadable);
      const peer = header.state === 'done' ? (header.source ?? direct) : direct;
      if (header.state === 'bad' || (allowed.size > 0 && !allowed.has(peer.ip))) {
        events.refused?.(header.state === 'bad' ? 'proxy-header' : 'not-allowed', normaliseIp(peer.ip));
        socket.destroy();
        return;
      }
      giveBack();
      if (seen.length > header.length) socket.unshift(seen.subarray(header.length));
      pass(socket, { ip: normaliseIp(peer.ip), port: peer.port });
    };
    socket.on('readable', onReadable);
  }

  /** Counts a connection until it closes or the result is called. Undefined: refused, its sender has as many as one may have. */
  function countAddress(socket: Socket, ip: string): (() => void) | undefined {
    if (options.perAddress === undefined || exempt.has(ip)) return () => undefined;
    const sender = senderOf(ip);
    const count = (bySender.get(sender) ?? 0) + 1;
    if (count > options.perAddress.max) {
      events.refused?.('address-full', ip);
      socket.destroy();
      return undefined;
    }
    bySender.set(sender, count);
    const giveBack = () => {
      socket.off('close', giveBack);
      const left = bySender.get(sender)! - 1;
      if (left === 0) bySender.delete(sender);
      else bySender.set(sender, left);
    };
    socket.once('close', giveBack);
    return giveBack;
  }

  function pass(socket: Socket, peer: { ip: string; port: number }): void {
    if (countAddress(socket, peer.ip) === undefined) return;
    peers.set(socket, peer);
    const owe = oweOf(socket, options.idleTimeoutMs);
    owes.set(socket, owe);
    if (secure) secure.emit('connection', socket);
    else events.connection(socket, { ...peer, tlsSubject: undefined }, owe);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMs }, admit);
  await listen(server, options.host, options.port);
  const bound = server.address();
  return {
    host: options.host,
    port: typeof bound === 'object' && bound ? bound.port : options.port,
    get connections() {
      return sockets.size;
    },
    renewTls(next) {
      if (secure && next.clientAuth === settings?.clientAuth) secure.setSecureContext(serverContext(next));
      else secure = openTls(next);
      settings = next;
    },
    stopAccepting: () =>
      new Promise((resolve) => {
        if (!server.listening) {
          resolve();
          return;
        }
        server.close();
        setImmediate(resolve);
      }),
    destroyAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function oweOf(socket: Socket, idleTimeoutMs: number): Owe {
  let debts = 0;
  return () => {
    debts += 1;
    socket.setTimeout(0);
    let paid = false;
    return () => {
      if (paid) return;
      paid = true;
      debts -= 1;
      // A time that somebody else has set since, as node:http does between two requests, stays.
      if (debts === 0 && !socket.destroyed && (socket.timeout ?? 0) === 0) socket.setTimeout(idleTimeoutMs);
    };
  };
}

const parentOf = (socket: TLSSocket): Socket => (socket as unknown as { readonly _parent?: Socket })._parent ?? socket;

const addressOf = (socket: Socket) => ({ ip: normaliseIp(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 });

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(bindError(error)));
    server.listen({ host, port, backlog: 1024 }, () => resolve());
  });
}

/** Names why a port could not be bound. */
export function bindError(error: NodeJS.ErrnoException): AppError<BindErrorCode> {
  const codes: Record<string, BindErrorCode> = {
    EADDRINUSE: 'PORT_IN_USE',
    EACCES: 'PORT_DENIED',
    EADDRNOTAVAIL: 'ADDRESS_UNKNOWN',
    EINVAL: 'ADDRESS_UNKNOWN',
  };
  return new AppError(codes[error.code ?? ''] ?? 'BIND_FAILED', { cause: error });
}
