/** Bytes that are appended, kept in pieces so that growing copies nothing. Reading goes from beginning to end. */
export class ByteList {
  readonly #pieces: Buffer[] = [];
  #last: Buffer = Buffer.alloc(0);
  #used = 0;
  #full = 0;

  get length(): number {
    return this.#full + this.#used;
  }

  push(bytes: Uint8Array, start: number, end: number): void {
    let from = start;
    while (from < end) {
      if (this.#used === this.#last.length) this.#open();
      const count = Math.min(end - from, this.#last.length - this.#used);
      this.#last.set(from === 0 && count === bytes.length ? bytes : bytes.subarray(from, from + count), this.#used);
      this.#used += count;
      from += count;
    }
  }

  /** Copies `[start, end)` to `target` at `at`. */
  copy(start: number, end: number, target: Uint8Array, at: number): void {
    let from = start;
    let to = at;
    while (from < end) {
      const piece = this.#pieces[Math.floor(from / pieceBytes)]!;
      const offset = from % pieceBytes;
      const count = Math.min(end - from, pieceBytes - offset);
      target.set(piece.subarray(offset, offset + count), to);
      from += count;
      to += count;
    }
  }

  #open(): void {
    this.#full += this.#used;
    this.#last = Buffer.allocUnsafeSlow(pieceBytes);
    this.#pieces.push(this.#last);
    this.#used = 0;
  }
}

const pieceBytes = 4 * 1024 * 1024;
