import type { DeliveryAttempt } from '../status.ts';

/** Attempts of each kind that are kept: those that succeed push no failure out. */
export const attemptsKept = 20;

/** The last attempts of one queue to deliver, in memory: at most `attemptsKept` that succeeded, and as many that did not. */
export class AttemptLog {
  readonly #delivered: DeliveryAttempt[] = [];
  readonly #failed: DeliveryAttempt[] = [];

  note(attempt: DeliveryAttempt): void {
    const kept = attempt.outcome === 'delivered' ? this.#delivered : this.#failed;
    if (kept.push(attempt) > attemptsKept) kept.shift();
  }

  /** The newest first. */
  read(): readonly DeliveryAttempt[] {
    return newestFirst([...this.#delivered, ...this.#failed]);
  }
}

export const newestFirst = (attempts: readonly DeliveryAttempt[]): readonly DeliveryAttempt[] =>
  attempts.toSorted((one, other) => other.atMs - one.atMs);
