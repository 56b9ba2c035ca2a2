import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { ConnectionFailed, PromptClient, type Patience } from './prompt-client.ts';

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

/**
 * A pool whose connections nobody takes inside a transaction, and that fails with ConnectionFailed when there is no way to the database
 * or it hangs. A connection that had no answer in time is replaced when another one is asked for.
 */
export class GuardedPool extends Pool {
  constructor(config: PoolConfig & Patience) {
    super({ ...config, Client: PromptClient });
    // An idle connection that breaks emits an error through the pool.
    this.on('error', () => undefined);
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
