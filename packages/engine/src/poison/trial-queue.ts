import { tryBlock } from './trial.ts';
import type { TryBlock } from './trial-protocol.ts';
import type { TrialRoomOptions } from './trial-room.ts';

interface Turn {
  readonly tenantId: string;
  begin(): void;
}

/**
 * The trials of a process, one at a time, whichever lane asks: each has a heap of its own and uses a processor for up to two
 * minutes. Of the tenants that wait, the one whose last trial is longest ago has its turn. Belongs on the process's main thread.
 */
export class TrialQueue {
  readonly #o: TrialRoomOptions;
  readonly #waiting = new Set<Turn>();
  /** Number of the last trial of each tenant that has had one. */
  readonly #lastOf = new Map<string, number>();
  #count = 0;
  #isBusy = false;

  constructor(options: TrialRoomOptions) {
    this.#o = options;
  }

  /** Rejects as `tryBlock` does, and when the signal aborts before its turn. */
  readonly tryBlock: TryBlock = async (trial, signal) => {
    const { tenantId } = trial.listener;
    await this.#turn(tenantId, signal);
    this.#lastOf.set(tenantId, ++this.#count);
    try {
      return await tryBlock(trial, this.#o, signal);
    } finally {
      this.#next();
    }
  };

  #turn(tenantId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = (): void => {
        this.#waiting.delete(turn);
        reject(signal.reason as Error);
      };
      const turn: Turn = {
        tenantId,
        begin: () => {
          this.#isBusy = true;
          this.#waiting.delete(turn);
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (!this.#isBusy) {
        turn.begin();
        return;
      }
      this.#waiting.add(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #next(): void {
    this.#isBusy = false;
    const [first, ...others] = this.#waiting;
    if (!first) return;
    const lastOf = ({ tenantId }: Turn): number => this.#lastOf.get(tenantId) ?? 0;
    others.reduce((next, other) => (lastOf(other) < lastOf(next) ? other : next), first).begin();
  }
}
