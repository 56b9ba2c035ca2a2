import type { Clock } from '@acequia/base';
import { startAcceptor, type AcceptorOptions, type Peer, type Refusal } from './acceptor.ts';
import type { TlsServerSettings } from '../tls/tls-options.ts';

/** One connection, as its owner sees it. */
export interface TcpConnection {
  readonly peer: Peer;
  /** Stops reading; the sender's window fills. */
  pause(): void;
  resume(): void;
  write(bytes: Uint8Array | string): void;
  /** Closes at once. */
  destroy(): void;
}

/** What the owner does with it. Chunks are only valid during the call. */
export interface TcpReader {
  data(chunk: Buffer): void;
  /** The sender has finished, or is gone. Called once, always. What is written until the promise settles is still sent. */
  end(): void | Promise<void>;
}

export interface TcpServer {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  renewTls(settings: TlsServerSettings): void;
  /** Stop accepting, let every reader take what has arrived, then close within `graceMs`. Idempotent. */
  stop(): Promise<void>;
}

/** Binds and reads. Throws AppError of `BindErrorCode`. */
export async function startTcpServer(
  options: AcceptorOptions & { readonly clock: Clock; readonly graceMs?: number; readonly refused?: (reason: Refusal, ip: string) => void },
  open: (connection: TcpConnection) => TcpReader,
): Promise<TcpServer> {
  const finishers = new Set<() => void>();
  let closed: Promise<void> | undefined;
  let whenEmpty: (() => void) | undefined;
  const acceptor = await startAcceptor(options, {
    ...(options.refused ? { refused: options.refused } : {}),
    connection(socket, peer) {
      const reader = open({
        peer,
        pause: () => socket.pause(),
        resume: () => socket.resume(),
        write: (bytes) => void (socket.writable && socket.write(bytes)),
        destroy: () => socket.destroy(),
      });
      let over = false;
      let stopping = false;
      const close = () => {
        finishers.delete(finish);
        if (stopping) socket.end(() => socket.destroy());
        else socket.end();
        if (finishers.size === 0) whenEmpty?.();
      };
      const end = () => {
        if (over) return;
        over = true;
        const last = reader.end();
        if (last) void last.then(close, close);
        else close();
      };
      const finish = () => {
        stopping = true;
        socket.pause();
        for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null) reader.data(chunk);
        end();
      };
      finishers.add(finish);
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => reader.data(chunk));
      socket.on('end', end);
      socket.on('close', end);
    },
  });

  async function close(): Promise<void> {
    await acceptor.stopAccepting();
    await new Promise<void>((resolve) => setImmediate(resolve));
    for (const finish of Array.from(finishers)) finish();
    if (finishers.size > 0) {
      const over = new AbortController();
      const grace = options.clock.sleep(options.graceMs ?? 5000, over.signal).catch(() => undefined);
      await Promise.race([new Promise<void>((resolve) => (whenEmpty = resolve)), grace]);
      over.abort();
    }
    acceptor.destroyAll();
  }

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
