import { once } from 'node:events';
import { constants, createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { KiB, type Clock } from '@acequia/base';
import type { BodyHold, BodyLimits } from '../http/read-body.ts';
import { startAcceptor, type AcceptorOptions, type Peer, type Refusal } from '../tcp/acceptor.ts';
import type { TlsServerSettings } from '../tls/tls-options.ts';
import { grpcMessageText, grpcStatus, rpcStatusBytes, type GrpcStatus } from './grpc-status.ts';
import { readGrpcMessage } from './read-message.ts';

export interface GrpcServerOptions extends Omit<AcceptorOptions, 'alpn'> {
  readonly clock: Clock;
  readonly graceMs?: number;
  readonly refused?: (reason: Refusal, ip: string) => void;
}

/** One unary call. */
export interface GrpcCall {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly metadata: IncomingHttpHeaders;
  readonly peer: Peer;
  readonly secure: boolean;
  /** The request, inflated. Throws as `readGrpcMessage`. Not called: the rest of the request is refused once the call is answered. */
  message(limits: BodyLimits, hold: BodyHold): Promise<Buffer>;
}

export type GrpcAnswer =
  | { readonly status: typeof grpcStatus.ok; readonly message: Uint8Array }
  | {
      readonly status: Exclude<GrpcStatus, 0>;
      readonly text: string;
      /** Tells the caller to try again after this long (RetryInfo). */
      readonly retryAfterMs?: number;
    };

export interface GrpcServer {
  readonly host: string;
  readonly port: number;
  renewTls(settings: TlsServerSettings): void;
  /** Stop accepting, let running calls end within `graceMs`, close. Idempotent. */
  stop(): Promise<void>;
}

/** What all calls of a connection may send ahead of what was read. */
const sessionWindowBytes = 4096 * KiB;
const settings = { maxConcurrentStreams: 64, initialWindowSize: 1024 * KiB, maxHeaderListSize: 64 * KiB };

/** Unary gRPC over node:http2, behind our acceptor. `handle` answers every call and never throws. Throws AppError of `BindErrorCode`. */
export async function startGrpcServer(options: GrpcServerOptions, handle: (call: GrpcCall) => Promise<GrpcAnswer>): Promise<GrpcServer> {
  const running = new Set<Promise<void>>();
  const sessions = new Map<ServerHttp2Session, Peer>();
  const secure = options.tls !== undefined;
  const server = createServer({ settings });
  let connecting: Peer = { ip: '', port: 0, tlsSubject: undefined };

  server.on('session', (session) => {
    sessions.set(session, connecting);
    session.once('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    session.setLocalWindowSize(sessionWindowBytes);
    session.setTimeout(options.idleTimeoutMs, () => session.close());
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const session = stream.session;
    const peer = (session && sessions.get(session as ServerHttp2Session)) ?? connecting;
    const work = serve(stream, headers, peer)
      .catch(() => stream.close(constants.NGHTTP2_INTERNAL_ERROR))
      .finally(() => running.delete(work));
    running.add(work);
  });

  async function serve(stream: ServerHttp2Stream, metadata: IncomingHttpHeaders, peer: Peer): Promise<void> {
    if (metadata[':method'] !== 'POST' || !/^application\/grpc(\+proto)?(;|$)/.test(metadata['content-type'] ?? '')) {
      finish(stream, () => stream.respond({ ':status': 415 }, { endStream: true }));
      return;
    }
    const encoding = one(metadata['grpc-encoding']) ?? 'identity';
    if (encoding !== 'identity' && encoding !== 'gzip') {
      refuse(stream, { status: grpcStatus.unimplemented, text: 'Only identity and gzip are supported.' });
      return;
    }
    const answer = await handle({
      path: metadata[':path'] ?? '',
      metadata,
      peer,
      secure,
      message: (limits, hold) => readGrpcMessage(stream, encoding === 'identity' ? undefined : encoding, limits, hold),
    });
    if (answer.status === grpcStatus.ok) succeed(stream, answer.message);
    else refuse(stream, answer);
  }

  const acceptor = await startAcceptor(
    { ...options, alpn: ['h2'] },
    {
      ...(options.refused ? { refused: options.refused } : {}),
      connection(socket, peer, owe) {
        connecting = peer;
        // HTTP/2 reads past the socket's own timer; the session keeps time instead, and lets running calls end.
        owe();
        server.emit('connection', socket);
      },
    },
  );

  let closed: Promise<void> | undefined;
  const close = async () => {
    await acceptor.stopAccepting();
    const ended = [...sessions.keys()].map((session) => once(session, 'close'));
    for (const session of sessions.keys()) session.close();
    const grace = new AbortController();
    await Promise.race([Promise.allSettled([...running, ...ended]), options.clock.sleep(options.graceMs ?? 8000, grace.signal)]);
    grace.abort();
    for (const session of sessions.keys()) session.destroy();
    acceptor.destroyAll();
  };
  return {
    host: acceptor.host,
    port: acceptor.port,
    renewTls: (next) => acceptor.renewTls(next),
    stop: () => (closed ??= close()),
  };
}

const one = (header: string | string[] | undefined) => [header ?? []].flat()[0];

const accepted = { 'content-type': 'application/grpc', 'grpc-accept-encoding': 'identity,gzip' };

function succeed(stream: ServerHttp2Stream, message: Uint8Array): void {
  finish(stream, () => {
    stream.respond({ ':status': 200, ...accepted }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    const framed = Buffer.alloc(5 + message.length);
    framed.writeUInt32BE(message.length, 1);
    framed.set(message, 5);
    stream.end(framed);
  });
}

function refuse(stream: ServerHttp2Stream, answer: Exclude<GrpcAnswer, { readonly status: 0 }>): void {
  const details = rpcStatusBytes(answer.status, answer.text, answer.retryAfterMs);
  finish(stream, () =>
    stream.respond(
      {
        ':status': 200,
        ...accepted,
        'grpc-status': String(answer.status),
        'grpc-message': grpcMessageText(answer.text),
        'grpc-status-details-bin': details.toString('base64').replace(/=+$/, ''),
      },
      { endStream: true },
    ),
  );
}

/** Answers a stream that is still there; a request not read to its end is cut off behind the answer (RFC 9113, 8.1). */
function finish(stream: ServerHttp2Stream, answer: () => void): void {
  if (stream.destroyed || stream.closed || stream.headersSent) return;
  answer();
  if (stream.readableEnded) return;
  stream.resume();
  stream.once('finish', () => {
    if (!stream.readableEnded && !stream.closed) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}
