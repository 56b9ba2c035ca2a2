import type { Clock } from '@acequia/base';
import { IntakeBusy } from '@acequia/component-sdk/runtime';

/** Between two attempts to ask a lane that does not have the listener now, because its thread starts again or another lane takes over. */
const askAgainMs = 100;

export interface AcknowledgementOptions {
  readonly clock: Clock;
  readonly ackWhen: 'journal' | 'delivered';
  readonly timeoutMs: number;
  /** See `LaneLink.whenDelivered`, of the lane that has the listener when it is called. */
  whenDelivered(from: number, to: number, done: (delivered: boolean) => void): () => void;
}

/**
 * When senders of a listener may be told that their events are safe. Each wait is for a range of durable blocks and ends once: when
 * everything made of them has an outcome (`ackWhen: delivered`; at once for `journal`), when the time is over, or at `close`. None
 * begins after that.
 */
export class Acknowledgement {
  readonly #o: AcknowledgementOptions;
  readonly #giveUps = new Set<(reason: 'timeout' | 'stopping') => void>();
  #isClosed = false;

  constructor(options: AcknowledgementOptions) {
    this.#o = options;
  }

  /** True: what is durable is not yet acknowledged. */
  get waitsForDelivery(): boolean {
    return this.#o.ackWhen === 'delivered';
  }

  /** Senders that have not been answered. */
  get waiting(): number {
    return this.#giveUps.size;
  }

  /** Rejects with `IntakeBusy` when it cannot be known. */
  through(from: number, to: number): Promise<void> {
    if (!this.waitsForDelivery || from > to) return Promise.resolve();
    if (this.#isClosed) return Promise.reject(new IntakeBusy('stopping', 1000));
    const { clock, timeoutMs } = this.#o;
    return new Promise((resolve, reject) => {
      let cancel = (): void => undefined;
      const end = (): boolean => {
        cancel();
        cancelTimeout();
        return this.#giveUps.delete(giveUp);
      };
      const giveUp = (reason: 'timeout' | 'stopping'): void => {
        if (end()) reject(new IntakeBusy(reason, 1000));
      };
      const ask = (): void => {
        let answered = false;
        const cancelWait = this.#o.whenDelivered(from, to, (delivered) => {
          answered = true;
          if (!this.#giveUps.has(giveUp)) return;
          if (!delivered) cancel = clock.after(askAgainMs, ask);
          else if (end()) resolve();
        });
        if (!answered) cancel = cancelWait;
      };
      const cancelTimeout = clock.after(timeoutMs, () => giveUp('timeout'));
      this.#giveUps.add(giveUp);
      ask();
    });
  }

  /** Ends all waits: their senders try again. */
  close(): void {
    this.#isClosed = true;
    for (const giveUp of this.#giveUps) giveUp('stopping');
  }
}
