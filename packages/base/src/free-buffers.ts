/**
 * Buffers that nobody uses, by size, to be used again. When more lie here than the bound allows, those of the size that was asked for
 * longest ago go first: sizes change with the load, and buffers of one that nobody asks for any more would keep out the others for good.
 */
export class FreeBuffers<T extends ArrayBufferLike> {
  /** The size asked for last comes last. */
  readonly #bySize = new Map<number, T[]>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Of all that lie here; never above the bound. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A buffer of exactly `size` bytes, whatever it held before, when one lies here. */
  take(size: number): T | undefined {
    const free = this.#bySize.get(size) ?? [];
    this.#bySize.delete(size);
    this.#bySize.set(size, free);
    const found = free.pop();
    if (found) this.#bytes -= size;
    return found;
  }

  /** Nobody reads or writes the buffer any more. One larger than the bound is left to the collector. */
  give(buffer: T): void {
    const size = buffer.byteLength;
    if (size > this.#bytesMax) return;
    const free = this.#bySize.get(size);
    if (free) free.push(buffer);
    else this.#bySize.set(size, [buffer]);
    this.#bytes += size;
    for (const [other, buffers] of this.#bySize) {
      while (this.#bytes > this.#bytesMax && buffers.pop()) this.#bytes -= other;
    }
  }
}
