import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, Pool, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';

/** The database could not be reached, or no connection became free in time. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
}

/** Code asked for a second connection while it held one: a defect, because a few such callers at once wait for each other for good. */
export class SecondConnection extends Error {
  override readonly name = 'SecondConnection';
}

interface Transaction {
  open: boolean;
}

const holding = new AsyncLocalStorage<Transaction>();

/**
 * Runs the inside of a transaction. Whatever asks any pool for a connection until it ends, fails with SecondConnection; the
 * transaction's own connection is the only one that it may use.
 */
export async function holdConnection<T>(run: () => Promise<T>): Promise<T> {
  const transaction: Transaction = { open: true };
  try {
    return await holding.run(transaction, run);
  } finally {
    transaction.open = false;
  }
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;

/** Longest wait for a database that does not answer; that for a connection of a busy pool is longer. */
const reachTimeoutMs = 5000;

class PromptClient extends Client {
  constructor(config: ClientConfig = {}) {
    // The pool hides the password from enumeration, so the properties are copied as they are.
    super(
      Object.defineProperties(
        {},
        { ...Object.getOwnPropertyDescriptors(config), connectionTimeoutMillis: { value: reachTimeoutMs, enumerable: true } },
      ),
    );
  }
}

/** A pool whose connections nobody takes inside a transaction, and that fails with ConnectionFailed when there is no way to the database. */
export class GuardedPool extends Pool {
  constructor(config: PoolConfig) {
    super({ ...config, Client: PromptClient });
    // A connection that breaks emits an error: while it is idle through the pool, while it is in use itself. What waits for an answer
    // is rejected in any case.
    this.on('error', () => undefined);
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (!connected) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (error ? reject(error) : resolve(client!)));
      });
    }
    if (holding.getStore()?.open === true) {
      connected(new SecondConnection('a transaction asked for a second connection'), undefined, () => undefined);
      return;
    }
    super.connect((error, client, done) => {
      connected(error && new ConnectionFailed(error.message, { cause: error }), client, done);
    });
  }
}
