import type { Guilty, TryBlock } from '../poison/trial-protocol.ts';
import type { LaneNews, LaneOrder } from './messages.ts';

interface Asked {
  resolve(guilty: Guilty): void;
  reject(error: Error): void;
}

/** In a lane's thread: trials that the control runs for it, since a thread that is ended leaves its children behind. */
export class AskedTrials {
  readonly #post: (news: LaneNews) => void;
  readonly #asked = new Map<number, Asked>();
  #count = 0;

  constructor(post: (news: LaneNews) => void) {
    this.#post = post;
  }

  readonly tryBlock: TryBlock = (trial, signal) => {
    const number = ++this.#count;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = (): void => {
        this.#asked.delete(number);
        this.#post({ kind: 'try-no-longer', trial: number });
        reject(signal.reason as Error);
      };
      const done = (settle: () => void): void => {
        this.#asked.delete(number);
        signal.removeEventListener('abort', stop);
        settle();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#asked.set(number, {
        resolve: (guilty) => done(() => resolve(guilty)),
        reject: (error) => done(() => reject(error)),
      });
      this.#post({ kind: 'try', trial: number, case: trial });
    });
  };

  answered(order: Extract<LaneOrder, { trial: number }>): void {
    const asked = this.#asked.get(order.trial);
    if (order.kind === 'tried') asked?.resolve(order.guilty);
    else asked?.reject(new Error(order.reason));
  }
}
