/** Reads the answers on a keep-alive connection, one after the other. Only bodies with a `content-length` are understood. */
export class HttpAnswers {
  #text = '';
  readonly #onAnswer: (status: number) => void;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  push(chunk: Buffer): void {
    this.#text += chunk.toString('latin1');
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#text.slice(0, end);
      const length = Number(/^content-length:\s*(\d+)$/im.exec(head)?.[1] ?? 0);
      if (this.#text.length < end + 4 + length) return;
      this.#text = this.#text.slice(end + 4 + length);
      this.#onAnswer(Number(head.split(' ')[1]));
    }
  }
}
