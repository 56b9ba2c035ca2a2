import type { Clock } from '@acequia/base';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startAcceptor, type AcceptorOptions, type Peer, type Refusal } from '../tcp/acceptor.ts';
import type { TlsServerSettings } from '../tls/tls-options.ts';

export interface HttpServerOptions extends AcceptorOptions {
  readonly clock: Clock;
  /** Time for a request's headers, ms. */
  readonly headersTimeoutMs: number;
  /** Time for a whole request, headers and body, ms. */
  readonly requestTimeoutMs: number;
  readonly graceMs?: number;
  readonly refused?: (reason: Refusal, ip: string) => void;
}

export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly peer: Peer;
  readonly secure: boolean;
  /** The sender waits for `100 Continue`: call it before the body is read. */
  proceed(): void;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  renewTls(settings: TlsServerSettings): void;
  /** Stop accepting, let running exchanges end within `graceMs`, close. Idempotent. */
  stop(): Promise<void>;
}

/** How long a sender whose body was not read may go on sending, so that it still reads our answer. */
const lingerMs = 1000;

/** Answers an exchange. When its body was not read to the end, the connection closes behind the answer. */
export function answer(
  exchange: HttpExchange,
  clock: Clock,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): void {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const unread = !request.complete;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), ...(unread ? { connection: 'close' } : {}) });
  response.end(body);
  if (!unread) return;
  const { socket } = request;
  const cancel = clock.after(lingerMs, () => socket.destroy());
  socket.once('close', cancel);
  request.on('error', () => undefined);
  request.resume();
}

/** node:http behind our acceptor. `handle` answers every exchange and never throws. Throws AppError of `BindErrorCode`. */
export async function startHttpServer(options: HttpServerOptions, handle: (exchange: HttpExchange) => Promise<void>): Promise<HttpServer> {
  const peers = new WeakMap<Socket, Peer>();
  const running = new Set<Promise<void>>();
  const secure = options.tls !== undefined;
  let stopping = false;
  const server = createServer({
    headersTimeout: options.headersTimeoutMs,
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: Math.min(options.idleTimeoutMs, 75_000),
    connectionsCheckingInterval: Math.max(50, Math.min(1000, options.headersTimeoutMs / 4)),
    requireHostHeader: false,
  });
  const serve = (request: IncomingMessage, response: ServerResponse, waits: boolean) => {
    if (stopping) response.shouldKeepAlive = false;
    const peer = peers.get(request.socket) ?? { ip: '', port: 0, tlsSubject: undefined };
    const work = handle({ request, response, peer, secure, proceed: () => waits && response.writeContinue() }).finally(() =>
      running.delete(work),
    );
    running.add(work);
  };
  server.on('request', (request, response) => serve(request, response, false));
  server.on('checkContinue', (request, response) => serve(request, response, true));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
    else socket.destroy();
  });
  const acceptor = await startAcceptor(options, {
    ...(options.refused ? { refused: options.refused } : {}),
    connection(socket, peer) {
      peers.set(socket, peer);
      server.emit('connection', socket);
    },
  });
  // The server never listens itself; this starts its watch over slow headers and bodies.
  server.emit('listening');

  let closed: Promise<void> | undefined;
  const close = async () => {
    stopping = true;
    await acceptor.stopAccepting();
    server.closeIdleConnections();
    await Promise.race([Promise.allSettled(running), options.clock.sleep(options.graceMs ?? 8000)]);
    await new Promise<void>((resolve) => setImmediate(resolve));
    server.close(() => undefined);
    server.closeAllConnections();
    acceptor.destroyAll();
  };
  return {
    host: acceptor.host,
    port: acceptor.port,
    get connections() {
      return acceptor.connections;
    },
    renewTls: (settings) => acceptor.renewTls(settings),
    stop: () => (closed ??= close()),
  };
}
