/** Unsigned 32-bit numbers that are appended. */
export class WordList {
  #words = new Uint32Array(1024);
  length = 0;

  push(word: number): void {
    if (this.length === this.#words.length) {
      const grown = new Uint32Array(this.#words.length * 2);
      grown.set(this.#words);
      this.#words = grown;
    }
    this.#words[this.length] = word;
    this.length += 1;
  }

  at(index: number): number {
    return this.#words[index]!;
  }
}
