/** Cuts a stream into parts of one size, the last one smaller, and stores each before it takes more. */
export class PartCutter {
  readonly #bytesMax: number;
  readonly #store: (part: number, content: Buffer) => Promise<void>;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #part = 0;

  constructor(bytesMax: number, store: (part: number, content: Buffer) => Promise<void>) {
    this.#bytesMax = bytesMax;
    this.#store = store;
  }

  async push(piece: Buffer): Promise<void> {
    let rest = piece;
    while (this.#bytes + rest.length >= this.#bytesMax) {
      const count = this.#bytesMax - this.#bytes;
      this.#pieces.push(rest.subarray(0, count));
      rest = rest.subarray(count);
      await this.#flush();
    }
    if (rest.length > 0) this.#pieces.push(rest);
    this.#bytes += rest.length;
  }

  async end(): Promise<void> {
    if (this.#bytes > 0) await this.#flush();
  }

  async #flush(): Promise<void> {
    const content = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    await this.#store(this.#part, content);
    this.#part += 1;
  }
}
