import type { Socket } from 'node:net';
import type { Clock } from '@acequia/base';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { connectTcp, type EgressPolicy, type TlsClientSettings } from '@acequia/wire';
import { deliveryErrorOfWire } from '../../http-client/wire-faults.ts';

export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly egress: EgressPolicy;
  readonly clock: Clock;
  readonly tls: TlsClientSettings | undefined;
  readonly writeTimeoutMs: number;
  /** 0 = never closed when idle. */
  readonly idleTimeoutMs: number;
}

const connectTimeoutMs = 10_000;

/** A stream to a receiver that knows whether it is still whole, and closes itself when idle. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #lost: Promise<never>;
  #whole = true;
  #fail: (error: Error) => void = () => undefined;
  #cancelIdle: () => void = () => undefined;

  private constructor(options: ConnectionOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    this.#lost = new Promise<never>((_, reject) => {
      this.#fail = (error) => {
        this.#whole = false;
        this.#cancelIdle();
        reject(error);
      };
    });
    this.#lost.catch(() => undefined);
    socket.on('error', (error) => this.#fail(new Disconnected('DELIVERY_CONNECTION_RESET', { message: error.message }, error)));
    socket.on('end', () => this.#fail(new Disconnected('DELIVERY_CONNECTION_CLOSED')));
    socket.on('close', () => this.#fail(new Disconnected('DELIVERY_CONNECTION_CLOSED')));
  }

  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<Connection> {
    const socket = await connectTcp({
      host: options.host,
      port: options.port,
      egress: options.egress,
      clock: options.clock,
      connectTimeoutMs,
      signal,
      ...(options.tls === undefined ? {} : { tls: options.tls }),
    }).catch((error: unknown) => {
      throw deliveryErrorOfWire(error);
    });
    return new Connection(options, socket);
  }

  get whole(): boolean {
    return this.#whole;
  }

  /** Rejects when the connection is lost, whatever the reason. */
  get lost(): Promise<never> {
    return this.#lost;
  }

  /** Without a reader the end of the stream would never be seen. */
  onData(read: (bytes: Buffer) => void): void {
    this.#socket.on('data', read);
  }

  /** Resolves when the bytes have left for the system; throws `Disconnected` when that takes longer than the write time-out. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#cancelIdle();
    let cancel: () => void = () => undefined;
    const written = new Promise<void>((resolve, reject) => {
      cancel = this.#options.clock.after(this.#options.writeTimeoutMs, () => reject(new Disconnected('DELIVERY_WRITE_TIMEOUT')));
      this.#socket.write(bytes, (error) =>
        error ? reject(new Disconnected('DELIVERY_CONNECTION_RESET', { message: error.message }, error)) : resolve(),
      );
    });
    try {
      await Promise.race([written, this.#lost]);
    } finally {
      cancel();
      written.catch(() => undefined);
    }
  }

  /** Nothing is under way any more: the idle time begins. */
  rest(): void {
    if (this.#options.idleTimeoutMs > 0) this.#cancelIdle = this.#options.clock.after(this.#options.idleTimeoutMs, () => this.close());
  }

  close(): void {
    this.#cancelIdle();
    this.#whole = false;
    this.#socket.destroySoon();
  }

  destroy(): void {
    this.#cancelIdle();
    this.#whole = false;
    this.#socket.destroy();
  }
}
