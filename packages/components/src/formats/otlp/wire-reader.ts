/** Wire types of protobuf (Protocol Buffers, "Encoding"). */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const two32 = 4294967296;

/**
 * Reads the fields of one protobuf message after the other where they lie: no object per field. `next` moves to a field;
 * what it holds stands in the members until the following call. Groups, of which OTLP has none, count as a fault.
 */
export class WireReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  at = 0;
  end = 0;
  field = 0;
  wire = 0;
  /** Low and high 32 bits of a varint, fixed32 or fixed64. */
  low = 0;
  high = 0;
  /** Range of a length-delimited value. */
  start = 0;
  stop = 0;
  /** Where the tag of the field begins. */
  tagAt = 0;
  fault = false;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  range(start: number, stop: number): void {
    this.at = start;
    this.end = stop;
  }

  /** False at the end of the range, and at a fault. */
  next(): boolean {
    if (this.at >= this.end || this.fault) return false;
    this.tagAt = this.at;
    if (!this.varint() || this.high !== 0 || this.low < 8) return this.#fail();
    this.field = this.low >>> 3;
    this.wire = this.low & 7;
    switch (this.wire) {
      case wireTypes.varint:
        return this.varint() || this.#fail();
      case wireTypes.fixed64:
        if (this.end - this.at < 8) return this.#fail();
        this.low = this.#view.getUint32(this.at, true);
        this.high = this.#view.getUint32(this.at + 4, true);
        this.start = this.at;
        this.at += 8;
        return true;
      case wireTypes.fixed32:
        if (this.end - this.at < 4) return this.#fail();
        this.low = this.#view.getUint32(this.at, true);
        this.high = 0;
        this.at += 4;
        return true;
      case wireTypes.bytes:
        if (!this.varint() || this.high !== 0 || this.low > this.end - this.at) return this.#fail();
        this.start = this.at;
        this.stop = this.at + this.low;
        this.at = this.stop;
        return true;
      default:
        return this.#fail();
    }
  }

  /** Reads a bare varint into `low` and `high`; false when it is cut off or longer than ten bytes. */
  varint(): boolean {
    const { bytes, end } = this;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= end) return false;
      const byte = bytes[this.at++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else high |= bits << 31;
      if (byte < 0x80) {
        this.low = low >>> 0;
        this.high = high >>> 0;
        return true;
      }
    }
    return false;
  }

  /** The varint or fixed64 just read as a signed 64-bit integer: a plain number where it is exact, else a bigint. */
  signed(): number | bigint {
    const value = (this.high | 0) * two32 + this.low;
    return Number.isSafeInteger(value) ? value : BigInt.asIntN(64, this.unsigned());
  }

  /** As unsigned. */
  unsigned(): bigint {
    return (BigInt(this.high) << 32n) | BigInt(this.low);
  }

  /** A zigzag-coded 32-bit varint (sint32). */
  zigzag(): number {
    return (this.low >>> 1) ^ -(this.low & 1);
  }

  doubleAt(at: number): number {
    return this.#view.getFloat64(at, true);
  }

  unsignedAt(at: number): bigint {
    return this.#view.getBigUint64(at, true);
  }

  #fail(): false {
    this.fault = true;
    return false;
  }
}
