import { MiB, type Sender } from '@acequia/base';

/** Bytes of all senders that cannot wait, on their way to the journal. */
const workerBytesMax = 64 * MiB;
/** As much of it as one sender may have, so that one that floods leaves room for others. */
const senderBytesMax = 16 * MiB;
/** What a frame costs beside its bytes. */
const frameBytes = 64;

/** Bounds what datagrams may wait for the journal, in the whole worker and per sender. */
export class DatagramBudget {
  readonly #workerBytesMax: number;
  readonly #senderBytesMax: number;
  readonly #bySender = new Map<Sender, number>();
  #bytes = 0;

  constructor(
    limits: { readonly workerBytes: number; readonly senderBytes: number } = {
      workerBytes: workerBytesMax,
      senderBytes: senderBytesMax,
    },
  ) {
    this.#workerBytesMax = limits.workerBytes;
    this.#senderBytesMax = limits.senderBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The cost of the frames, taken; undefined: there is no room. */
  take(sender: Sender, bytes: number, frames: number): number | undefined {
    const cost = bytes + frames * frameBytes;
    const ofSender = (this.#bySender.get(sender) ?? 0) + cost;
    if (ofSender > this.#senderBytesMax || this.#bytes + cost > this.#workerBytesMax) return undefined;
    this.#bySender.set(sender, ofSender);
    this.#bytes += cost;
    return cost;
  }

  /** They are in the journal, or will never be. */
  give(costs: ReadonlyMap<Sender, number>): void {
    for (const [sender, cost] of costs) {
      this.#bytes -= cost;
      const left = (this.#bySender.get(sender) ?? 0) - cost;
      if (left > 0) this.#bySender.set(sender, left);
      else this.#bySender.delete(sender);
    }
  }
}
