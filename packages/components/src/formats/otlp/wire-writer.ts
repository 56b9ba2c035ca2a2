import { KiB } from '@acequia/base';
import { wireTypes } from './wire-reader.ts';

/** Bytes of a length written before the content is known: a padded varint, enough for 256 MiB. */
const lengthBytes = 4;
/** Most bytes that a message's tag and length take here. */
export const messageHeadBytes = 5 + lengthBytes;

/** Writes protobuf into one growing buffer. */
export class WireWriter {
  #buffer = Buffer.allocUnsafe(64 * KiB);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All that was written; valid until the next write. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Forgets what was written behind `size`. */
  cut(size: number): void {
    this.#size = size;
  }

  raw(bytes: Uint8Array, start: number, stop: number): void {
    this.#room(stop - start);
    this.#buffer.set(bytes.subarray(start, stop), this.#size);
    this.#size += stop - start;
  }

  varint(value: number): void {
    this.#room(10);
    let rest = value;
    while (rest > 0x7f) {
      this.#buffer[this.#size++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#size++] = rest;
  }

  varint64(value: bigint): void {
    let rest = BigInt.asUintN(64, value);
    this.#room(10);
    while (rest > 0x7fn) {
      this.#buffer[this.#size++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#buffer[this.#size++] = Number(rest);
  }

  fixed64(value: bigint): void {
    this.#room(8);
    this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#size);
    this.#size += 8;
  }

  fixed32(value: number): void {
    this.#room(4);
    this.#buffer.writeUInt32LE(value, this.#size);
    this.#size += 4;
  }

  double(value: number): void {
    this.#room(8);
    this.#buffer.writeDoubleLE(value, this.#size);
    this.#size += 8;
  }

  tag(field: number, wire: number): void {
    this.varint(field * 8 + wire);
  }

  /** Begins a length-delimited field; returns what `end` wants. */
  begin(field: number): number {
    this.tag(field, wireTypes.bytes);
    this.#room(lengthBytes);
    this.#size += lengthBytes;
    return this.#size;
  }

  end(begun: number): void {
    let rest = this.#size - begun;
    for (let i = 0; i < lengthBytes; i++) {
      this.#buffer[begun - lengthBytes + i] = (rest & 0x7f) | (i < lengthBytes - 1 ? 0x80 : 0);
      rest >>>= 7;
    }
  }

  #room(bytes: number): void {
    if (this.#size + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#size + bytes));
    larger.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = larger;
  }
}
