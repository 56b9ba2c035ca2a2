import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request has left of its time for the database. Overlapping waits count once. */
class Budget {
  #spentMs = 0;
  #waits = 0;
  #since = 0;
  #limitMs: number;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  get remainingMs(): number {
    return this.#limitMs - this.#spentMs - (this.#waits > 0 ? performance.now() - this.#since : 0);
  }

  /** Counts until the result is called. */
  enter(): () => void {
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
    return () => {
      this.#waits -= 1;
      if (this.#waits === 0) this.#spentMs += performance.now() - this.#since;
    };
  }

  lift(): void {
    this.#limitMs = Infinity;
  }
}

const budgets = new AsyncLocalStorage<Budget>();

/**
 * Runs a request: everything it does in any database, waiting for connections included, takes at most `limitMs` together. To be lifted
 * once it is answered: what it has begun and goes on after that (a loop that it woke) has no limit.
 */
export function withinBudget<T>(limitMs: number, run: (lift: () => void) => T): T {
  const budget = new Budget(limitMs);
  return budgets.run(budget, () => run(() => budget.lift()));
}

/** The request has its answer and lasts (a stream): it may use the database for any time. */
export const liftBudget = (): void => budgets.getStore()?.lift();

/**
 * Begins a use of a connection. `onSpent` is called once when the time of the request is over first, also when it is over already;
 * the result ends the use. Without a request there is no limit.
 */
export function useBudget(onSpent: () => void): () => void {
  const budget = budgets.getStore();
  if (!budget) return () => undefined;
  const leave = budget.enter();
  const { remainingMs } = budget;
  const whenDue = () => {
    if (Number.isFinite(budget.remainingMs)) onSpent();
  };
  const timer = Number.isFinite(remainingMs) ? setTimeout(whenDue, Math.max(0, remainingMs)) : undefined;
  return () => {
    clearTimeout(timer);
    leave();
  };
}

/** What all connections to one database have learned of it, so that each need not wait to learn it again. */
export class DatabaseHealth {
  #hangs = false;
  #probing = false;
  #answeredAt = -Infinity;
  readonly #listeners = new Set<() => void>();

  /** Calls `onHang` each time the database begins to hang, until the result is called. */
  watch(onHang: () => void): () => void {
    this.#listeners.add(onHang);
    return () => void this.#listeners.delete(onHang);
  }

  answered(): void {
    this.#answeredAt = performance.now();
    this.#hangs = false;
  }

  /** A connection waited `ms` for nothing. The database hangs unless another connection had an answer meanwhile. */
  silent(ms: number): void {
    if (this.#hangs || performance.now() - this.#answeredAt < ms) return;
    this.#hangs = true;
    for (const onHang of this.#listeners) onHang();
  }

  /** Whether a connection may be asked for. While the database hangs, one at a time may, to find out; `end` when it is known. */
  admit(): { readonly end: () => void } | undefined {
    if (!this.#hangs) return { end: () => undefined };
    if (this.#probing) return undefined;
    this.#probing = true;
    return { end: () => void (this.#probing = false) };
  }
}
