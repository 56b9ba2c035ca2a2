import { connect, type Socket } from 'node:net';

const host = '127.0.0.1';
const dripMs = 500;

/** Connections that say nothing, or a header byte now and then, and never finish a request. */
export class SilentPeers {
  readonly #sockets = new Set<Socket>();
  readonly #drip: NodeJS.Timeout;
  readonly #slow = new Set<Socket>();

  private constructor() {
    this.#drip = setInterval(() => this.#slow.forEach((socket) => socket.write('x')), dripMs);
  }

  /** Resolves when all are connected. */
  static async open(port: number, idle: number, slow: number): Promise<SilentPeers> {
    const peers = new SilentPeers();
    await Promise.all(Array.from({ length: idle + slow }, (_, index) => peers.#connect(port, index < slow)));
    return peers;
  }

  /** Those that the other side has not closed yet. */
  get left(): number {
    return this.#sockets.size;
  }

  close(): void {
    clearInterval(this.#drip);
    for (const socket of this.#sockets) socket.destroy();
  }

  #connect(port: number, isSlow: boolean): Promise<void> {
    const socket = connect(port, host);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#slow.delete(socket);
    });
    return new Promise((resolve) => {
      socket.on('connect', () => {
        this.#sockets.add(socket);
        if (isSlow) this.#slow.add(socket);
        if (isSlow) socket.write('POST / HTTP/1.1\r\nhost: x\r\nx-slow: ');
        resolve();
      });
      socket.on('close', () => resolve());
    });
  }
}
