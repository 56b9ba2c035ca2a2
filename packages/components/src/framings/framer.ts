/** Takes what a framer found. Ranges and bytes are only valid during the call. */
export interface FrameSink {
  /** Ranges (offset, length) in pairs. `wireBytes[i]` is a frame's true size where it was cut, else its length. */
  frames(bytes: Uint8Array, ranges: Uint32Array, count: number, wireBytes?: Uint32Array): void;
  /** What never became a frame. */
  reject(bytes: Uint8Array, code: string): void;
  empty(count: number): void;
}

/** Turns the bytes of one connection into whole frames; every way of cutting the stream gives the same frames. */
export interface Framer {
  /** False: the stream cannot be read on and must be closed. */
  push(chunk: Buffer, sink: FrameSink): boolean;
  /** The sender has finished. */
  end(sink: FrameSink): void;
}

export interface FramerLimits {
  readonly maxEventBytes: number;
  readonly onOversize: 'truncate' | 'split' | 'reject';
}

/** Grows as needed; reused from call to call. */
export class RangeBuffer {
  ranges = new Uint32Array(256);
  count = 0;

  add(offset: number, length: number): void {
    const at = this.count * 2;
    if (at === this.ranges.length) {
      const wider = new Uint32Array(at * 2);
      wider.set(this.ranges);
      this.ranges = wider;
    }
    this.ranges[at] = offset;
    this.ranges[at + 1] = length;
    this.count++;
  }

  flush(bytes: Uint8Array, sink: FrameSink): void {
    if (this.count === 0) return;
    const { count } = this;
    this.count = 0;
    sink.frames(bytes, this.ranges, count);
  }
}
