/** Splits a server-sent event stream (WHATWG HTML, 9.2) into the `data` of its events. Chunks may end anywhere. */
export class EventStreamReader {
  #rest = '';
  #data: string[] = [];
  readonly #decoder = new TextDecoder();
  readonly #onEvent: (data: string) => void;

  constructor(onEvent: (data: string) => void) {
    this.#onEvent = onEvent;
  }

  push(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #line(line: string): void {
    if (line === '') {
      if (this.#data.length > 0) this.#onEvent(this.#data.join('\n'));
      this.#data = [];
    } else if (line.startsWith('data:')) {
      this.#data.push(line.startsWith('data: ') ? line.slice(6) : line.slice(5));
    }
  }
}
