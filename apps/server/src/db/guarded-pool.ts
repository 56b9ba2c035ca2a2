import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { useBudget, type DatabaseHealth } from './database-health.ts';
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

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: Error | boolean) => void) => void;

const late = () => new ConnectionFailed('the database did not answer in time');

/**
 * A pool whose connections nobody takes inside a transaction, and that fails with ConnectionFailed when there is no way to the database
 * or it hangs. A connection that had no answer in time is replaced when another one is asked for.
 * A use of a connection, from asking for it until it is released, ends when the time of its request for the database is over
 * (`withinBudget`). While the database is known to hang, all but one who ask are refused at once.
 */
export class GuardedPool extends Pool {
  readonly #health: DatabaseHealth;

  constructor(config: PoolConfig & Patience & { readonly health: DatabaseHealth }) {
    super({ ...config, Client: PromptClient });
    // An idle connection that breaks emits an error through the pool.
    this.on('error', () => undefined);
    this.#health = config.health;
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
    this.#use(AsyncResource.bind(connected));
  }

  /** `connected` is called once, in the context of who asked. */
  #use(connected: Connected): void {
    const admission = this.#health.admit();
    if (!admission) {
      connected(late(), undefined, () => undefined);
      return;
    }
    let given: PromptClient | undefined;
    let over = false;
    const finish = () => {
      over = true;
      leave();
      unwatch();
      admission.end();
    };
    const giveUp = () => {
      if (over) return;
      if (given) {
        given.giveUp();
        return;
      }
      finish();
      connected(late(), undefined, () => undefined);
    };
    const unwatch = this.#health.watch(giveUp);
    const leave = useBudget(giveUp);
    super.connect((error, client, done) => {
      if (over) {
        done();
        return;
      }
      if (error || !client) {
        finish();
        connected(new ConnectionFailed(error?.message ?? '', { cause: error }), client, done);
        return;
      }
      given = client as PoolClient & PromptClient;
      unwatch();
      admission.end();
      const { release } = client;
      client.release = (...reason) => {
        over = true;
        leave();
        Reflect.apply(release, client, reason);
      };
      connected(undefined, client, client.release);
    });
  }
}
