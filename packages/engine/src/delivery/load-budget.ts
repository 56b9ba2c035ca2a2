/** Bytes that all queues together may load beyond their own share, so that large batches fill and memory stays bounded. */
export class LoadBudget {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** All of it or nothing. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#free += bytes;
  }
}
