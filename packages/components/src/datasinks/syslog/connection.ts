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
  /** Called once when the connection is lost. What ends before takes itself out: the set never holds more than is under way. */
  readonly #losses = new Set<(error: Disconnected) => void>();
  #loss: Disconnected | undefined;
  #whole = true;
  #cancelIdle: () => void = () => undefined;

  private constructor(options: ConnectionOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
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

  /** What waits for the receiver now. */
  get underWay(): number {
    return this.#losses.size;
  }

  /** The result of the work, which ends with `Disconnected` when the connection is lost before, whatever the reason. */
  async during<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    if (this.#loss) throw this.#loss;
    let onLoss: (error: Disconnected) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => (onLoss = reject));
    this.#losses.add(onLoss);
    try {
      return await Promise.race([work, lost]);
    } finally {
      this.#losses.delete(onLoss);
    }
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
      await this.during(written);
    } finally {
      cancel();
    }
  }

  #fail(error: Disconnected): void {
    this.#whole = false;
    this.#cancelIdle();
    this.#loss ??= error;
    for (const onLoss of this.#losses) onLoss(this.#loss);
    this.#losses.clear();
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

  /** Everything under way ends with the reason. */
  destroy(reason = new Disconnected('DELIVERY_CONNECTION_CLOSED')): void {
    this.#fail(reason);
    this.#socket.destroy();
  }
}
