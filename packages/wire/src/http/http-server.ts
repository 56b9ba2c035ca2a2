import type { Clock } from '@acequia/base';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startAcceptor, type AcceptorOptions, type Owe, type Peer, type Refusal } from '../tcp/acceptor.ts';
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
  /** Stop accepting; what is handed to `handle` gets its answer out within `graceMs`, as the last one of its connection; close. Idempotent. */
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

interface Connection {
  readonly peer: Peer;
  readonly owe: Owe;
  /** Exchanges whose answer has not left yet, oldest first; each with what to call once it has, or never can. */
  readonly open: Map<ServerResponse, () => void>;
  /** An answer that closes the connection is on its way: what comes behind it is not taken (RFC 9112, 9.6). */
  last: boolean;
}

/** node:http behind our acceptor. `handle` answers every exchange and never throws. Throws AppError of `BindErrorCode`. */
export async function startHttpServer(options: HttpServerOptions, handle: (exchange: HttpExchange) => Promise<void>): Promise<HttpServer> {
  const connections = new Map<Socket, Connection>();
  const running = new Set<Promise<unknown>>();
  const secure = options.tls !== undefined;
  let stopping = false;
  const server = createServer({
    headersTimeout: options.headersTimeoutMs,
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: Math.min(options.idleTimeoutMs, 75_000),
    connectionsCheckingInterval: Math.max(50, Math.min(1000, options.headersTimeoutMs / 4)),
    requireHostHeader: false,
  });
  // A sender that has said all and closes its side still reads the answer (RFC 9112, 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  const serve = (request: IncomingMessage, response: ServerResponse, waits: boolean) => {
    const connection = connections.get(request.socket);
    if (connection === undefined || connection.last) return;
    if (stopping) closeBehind(connection, response);
    const left = new Promise<void>((resolve) => connection.open.set(response, resolve));
    let paid: (() => void) | undefined;
    // Before, the sender has a request to finish.
    request.once('end', () => {
      if (connection.open.has(response)) paid = connection.owe();
    });
    response.once('close', () => {
      paid?.();
      connection.open.get(response)?.();
      connection.open.delete(response);
    });
    const answered = handle({ request, response, peer: connection.peer, secure, proceed: () => waits && response.writeContinue() });
    const work = Promise.all([answered, left]).finally(() => running.delete(work));
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
    const peer = connections.get(socket as Socket)?.peer;
    if (peer && error.code?.startsWith('HPE_')) options.refused?.('malformed', peer.ip);
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
    else socket.destroy();
  });
  const acceptor = await startAcceptor(options, {
    ...(options.refused ? { refused: options.refused } : {}),
    connection(socket, peer, owe) {
      const open: Connection['open'] = new Map();
      connections.set(socket, { peer, owe, open, last: false });
      socket.once('close', () => {
        connections.delete(socket);
        for (const gone of open.values()) gone();
      });
      server.emit('connection', socket);
    },
  });
  // The server never listens itself; this starts its watch over slow headers and bodies.
  server.emit('listening');

  const settled = async () => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    stopping = true;
    for (const connection of connections.values()) closeBehind(connection, [...connection.open.keys()].at(-1));
    await acceptor.stopAccepting();
    server.closeIdleConnections();
    const grace = new AbortController();
    await Promise.race([settled(), options.clock.sleep(options.graceMs ?? 8000, grace.signal)]);
    grace.abort();
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

/** Lets the newest exchange of a connection be its last; one whose answer is already on its way leaves that to the next. */
function closeBehind(connection: Connection, newest: ServerResponse | undefined): void {
  if (newest === undefined || newest.headersSent) return;
  newest.shouldKeepAlive = false;
  connection.last = true;
}
