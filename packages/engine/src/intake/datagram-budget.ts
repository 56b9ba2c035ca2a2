import { MiB } from '@acequia/base';

/** Bytes of all senders that cannot wait, on their way to the journal. */
const workerBytesMax = 64 * MiB;
/** As much of it as one address may have, so that one that floods leaves room for others. */
const addressBytesMax = 16 * MiB;
/** What a frame costs beside its bytes. */
const frameBytes = 64;

/** Bounds what datagrams may wait for the journal, in the whole worker and per address. */
export class DatagramBudget {
  readonly #workerBytesMax: number;
  readonly #addressBytesMax: number;
  readonly #byAddress = new Map<string, number>();
  #bytes = 0;

  constructor(
    limits: { readonly workerBytes: number; readonly addressBytes: number } = {
      workerBytes: workerBytesMax,
      addressBytes: addressBytesMax,
    },
  ) {
    this.#workerBytesMax = limits.workerBytes;
    this.#addressBytesMax = limits.addressBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The cost of the frames, taken; undefined: there is no room. */
  take(address: string, bytes: number, frames: number): number | undefined {
    const cost = bytes + frames * frameBytes;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + cost;
    if (ofAddress > this.#addressBytesMax || this.#bytes + cost > this.#workerBytesMax) return undefined;
    this.#byAddress.set(address, ofAddress);
    this.#bytes += cost;
    return cost;
  }

  /** They are in the journal, or will never be. */
  give(costs: ReadonlyMap<string, number>): void {
    for (const [address, cost] of costs) {
      this.#bytes -= cost;
      const left = (this.#byAddress.get(address) ?? 0) - cost;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    }
  }
}
