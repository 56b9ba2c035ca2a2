import { MiB, secondMs, type Clock } from '@acequia/base';
import type { Socket } from 'node:net';
import { startAcceptor, type AcceptorOptions, type Owe, type Peer, type Refusal } from './acceptor.ts';
import { readShared } from './shared-reads.ts';
import type { TlsServerSettings } from '../tls/tls-options.ts';

/** One connection, as its owner sees it. */
export interface TcpConnection {
  readonly peer: Peer;
  /** Stops reading; the sender's window fills. */
  pause(): void;
  resume(): void;
  /** A sender that does not read what it is sent is closed when `unreadBytesMax` of it wait. */
  write(bytes: Uint8Array | string): void;
  /** For an answer that is still to be written. A connection that pauses, or whose reader is ending, need not call it. */
  readonly owe: Owe;
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
  /** Stop accepting, let every reader take what has arrived (for a second at most), then close within `graceMs`. Idempotent. */
  stop(): Promise<void>;
}

/** Bytes of answers that may wait for a sender to read them. */
const unreadBytesMax = 1 * MiB;
/** Longest time in which a server that stops reads on from those who go on sending, or waits for readers that pause. */
const arrivedMs = secondMs;
/** Between two looks at readers that pause. */
const pausedMs = 5;

/** Binds and reads. Throws AppError of `BindErrorCode`. */
export async function startTcpServer(
  options: AcceptorOptions & { readonly clock: Clock; readonly graceMs?: number; readonly refused?: (reason: Refusal, ip: string) => void },
  open: (connection: TcpConnection) => TcpReader,
): Promise<TcpServer> {
  const finishers = new Set<() => void>();
  const paused = new Set<Socket>();
  let chunks = 0;
  let closed: Promise<void> | undefined;
  let whenEmpty: (() => void) | undefined;
  const acceptor = await startAcceptor(options, {
    ...(options.refused ? { refused: options.refused } : {}),
    connection(socket, peer, owe) {
      let pays: (() => void) | undefined;
      const reader = open({
        peer,
        owe,
        pause: () => {
          paused.add(socket);
          pays ??= owe();
          socket.pause();
        },
        resume: () => {
          paused.delete(socket);
          pays?.();
          pays = undefined;
          socket.resume();
        },
        write: (bytes) => {
          if (socket.writableLength > unreadBytesMax) socket.destroy();
          else if (socket.writable) socket.write(bytes);
        },
        destroy: () => socket.destroy(),
      });
      let over = false;
      let stopping = false;
      const close = () => {
        finishers.delete(finish);
        paused.delete(socket);
        if (stopping) socket.end(() => socket.destroy());
        else socket.end();
        if (finishers.size === 0) whenEmpty?.();
      };
      const end = () => {
        if (over) return;
        over = true;
        const last = reader.end();
        if (!last) {
          close();
          return;
        }
        const paid = owe();
        void last.then(close, close).finally(paid);
      };
      const finish = () => {
        stopping = true;
        socket.pause();
        for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null) reader.data(chunk);
        end();
      };
      finishers.add(finish);
      socket.on('error', () => socket.destroy());
      const take = (chunk: Buffer) => {
        chunks += 1;
        reader.data(chunk);
      };
      readShared(socket, take);
      socket.on('data', take);
      socket.on('end', end);
      socket.on('close', end);
    },
  });

  /** Turns of the event loop until two bring nothing more: what senders have handed over waits in the sockets, unread. */
  async function takeArrived(): Promise<void> {
    const end = options.clock.monotonic() + arrivedMs;
    for (let quiet = 0; quiet < 2 && options.clock.monotonic() < end;) {
      const before = chunks;
      if (paused.size > 0) await options.clock.sleep(pausedMs);
      await new Promise<void>((resolve) => setImmediate(resolve));
      quiet = chunks === before && paused.size === 0 ? quiet + 1 : 0;
    }
  }

  async function close(): Promise<void> {
    await acceptor.stopAccepting();
    await takeArrived();
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
