import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { DatabaseHealth } from './database-health.ts';

/** The database could not be reached, did not answer, or no connection became free in time. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
}

/** How long a connection waits for a database that is silent. */
export interface Patience {
  /** Longest wait for a new connection; 5 s unless given. */
  readonly reachTimeoutMs?: number;
  /**
   * Longest silence while an answer is due; 10 s unless given, 0 for no bound. It must be longer than the `statement_timeout` of the
   * connection, so that a database that is only slow answers with its own error first.
   */
  readonly answerTimeoutMs?: number;
  /** What this connection learns of the database is told to the others, and theirs to this one; absent: it is alone. */
  readonly health?: DatabaseHealth;
}

const defaultReachTimeoutMs = 5000;
const defaultAnswerTimeoutMs = 10_000;

/**
 * A connection that ends when the database hangs (a stopped process, a frozen machine, a network that swallows packets). When an answer
 * is due, to a statement (also `begin`, `commit` and `listen`) or to the end of the connection, and nothing comes for `answerTimeoutMs`,
 * the connection is destroyed and its statements fail with ConnectionFailed. Whether the database carried them out is then unknown, and
 * it may still do so when it goes on: a transaction whose `commit` had no answer may or may not be there. While no answer is due, the
 * database may be silent for any time.
 */
export class PromptClient extends Client {
  #answerDue = false;
  #ending = false;

  constructor(config: ClientConfig & Patience = {}) {
    const { reachTimeoutMs = defaultReachTimeoutMs, answerTimeoutMs = defaultAnswerTimeoutMs, health } = config;
    // The pool hides the password from enumeration, so the properties are copied as they are.
    super(
      Object.defineProperties(
        {},
        { ...Object.getOwnPropertyDescriptors(config), connectionTimeoutMillis: { value: reachTimeoutMs, enumerable: true } },
      ),
    );
    // A connection that breaks emits an error. What waits for an answer is rejected in any case.
    this.on('error', () => undefined);
    this.on('connect', () => {
      health?.answered();
      this.#watch(answerTimeoutMs, health);
    });
    this.on('drain', () => {
      this.#answerDue = false;
      health?.answered();
    });
    if (!health) return;
    let isSettled = false;
    // When this process itself stood still, the connection may be there and not known yet.
    const reach = setTimeout(() => setImmediate(() => void (isSettled || health.silent(reachTimeoutMs))), reachTimeoutMs);
    reach.unref();
    const reached = () => {
      isSettled = true;
      clearTimeout(reach);
    };
    const unwatch = health.watch(() => this.giveUp());
    this.once('connect', reached);
    this.connection.once('end', () => {
      reached();
      unwatch();
    });
  }

  override readonly query = ((...statement: unknown[]): unknown => {
    this.#answerDue = true;
    return Reflect.apply(super.query, this, statement);
  }) as Client['query'];

  override end(): Promise<void>;
  override end(ended: (error: Error) => void): void;
  override end(ended?: (error: Error) => void): Promise<void> | void {
    this.#ending = true;
    return ended ? super.end(ended) : super.end();
  }

  /** Destroys the connection; what waits for it fails with ConnectionFailed. */
  giveUp(): void {
    this.connection.stream.destroy(new ConnectionFailed('the database did not answer in time'));
  }

  #watch(answerTimeoutMs: number, health: DatabaseHealth | undefined): void {
    const { stream } = this.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(answerTimeoutMs, () => {
      if (!(this.#answerDue || this.#ending)) return;
      const { bytesRead } = stream;
      // When this process itself stood still, an answer may be there that it has not read yet.
      setImmediate(() => {
        if (stream.bytesRead !== bytesRead) return;
        this.giveUp();
        health?.silent(answerTimeoutMs);
      });
    });
  }
}
