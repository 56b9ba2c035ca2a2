/**
 * Waits until everything made of one listener block has an outcome. Every version that will run the block, and every
 * entry it makes, holds the watch once; the last release settles it.
 */
export class DeliveredWatch {
  #holders = 1;
  readonly #onSettled: () => void;

  constructor(onSettled: () => void) {
    this.#onSettled = onSettled;
  }

  hold(): this {
    this.#holders++;
    return this;
  }

  release(): void {
    this.#holders--;
    if (this.#holders === 0) this.#onSettled();
  }
}
