export interface Frames {
  readonly bytes: Uint8Array;
  /** (offset, length) pairs. */
  readonly ranges: Uint32Array;
  readonly count: number;
  /** Lines of no length, which are in no range. */
  readonly empty: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Finds whole lines in chunks that end anywhere; one `\r` before the `\n` is dropped, empty lines are only counted. */
export class LineFrames {
  #rest: Uint8Array = new Uint8Array(0);

  push(chunk: Uint8Array): Frames {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const ranges: number[] = [];
    let start = 0;
    let empty = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      const length = (end > start && bytes[end - 1] === carriageReturn ? end - 1 : end) - start;
      if (length > 0) ranges.push(start, length);
      else empty += 1;
      start = end + 1;
    }
    this.#rest = bytes.slice(start);
    return { bytes, ranges: Uint32Array.from(ranges), count: ranges.length / 2, empty };
  }

  /** What stood after the last line end. */
  end(): Frames {
    const bytes = this.#rest;
    this.#rest = new Uint8Array(0);
    return { bytes, ranges: Uint32Array.of(0, bytes.length), count: bytes.length > 0 ? 1 : 0, empty: 0 };
  }
}
