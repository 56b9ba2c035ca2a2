import { isUtf8 } from 'node:buffer';
import { KiB } from '@acequia/base';
import { floatText } from '@acequia/event';

const quote = 0x22;
const backslash = 0x5c;
const hexDigits = Buffer.from('0123456789abcdef');

/** Text made while a block is decoded, in one growing buffer; ranges of it become cells. */
export class SideText {
  #buffer = Buffer.allocUnsafe(64 * KiB);
  #size = 0;
  /** A string was not valid UTF-8 and was repaired, since this was last set to false. */
  repaired = false;

  get size(): number {
    return this.#size;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Forgets what was written behind `size`. */
  rewind(size: number): void {
    this.#size = size;
  }

  textOf(start: number, stop: number): string {
    return this.#buffer.toString('utf8', start, stop);
  }

  text(value: string): void {
    this.#room(value.length * 3);
    this.#size += this.#buffer.write(value, this.#size, 'utf8');
  }

  byte(value: number): void {
    this.#room(1);
    this.#buffer[this.#size++] = value;
  }

  float(value: number): void {
    this.text(Number.isFinite(value) ? floatText(value) : `"${value}"`);
  }

  hex(bytes: Uint8Array, start: number, stop: number): void {
    this.#room((stop - start) * 2);
    for (let at = start; at < stop; at++) {
      this.#buffer[this.#size++] = hexDigits[bytes[at]! >>> 4]!;
      this.#buffer[this.#size++] = hexDigits[bytes[at]! & 15]!;
    }
  }

  base64(bytes: Uint8Array, start: number, stop: number): void {
    this.text(Buffer.from(bytes.subarray(start, stop)).toString('base64'));
  }

  /** Bytes that should be UTF-8 as the text of a field. */
  plain(bytes: Uint8Array, start: number, stop: number): void {
    this.repaired = true;
    this.text(Buffer.from(bytes.subarray(start, stop)).toString());
  }

  /** Bytes that should be UTF-8 as a JSON string, quotes included. */
  jsonString(bytes: Uint8Array, start: number, stop: number): void {
    this.#room((stop - start) * 6 + 2);
    const begun = this.#size;
    const buffer = this.#buffer;
    let size = begun;
    let ascii = true;
    buffer[size++] = quote;
    for (let at = start; at < stop; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x80) ascii = false;
      if (byte === quote || byte === backslash) {
        buffer[size++] = backslash;
        buffer[size++] = byte;
      } else if (byte >= 0x20) buffer[size++] = byte;
      else size += buffer.write(`\\u00${byte < 16 ? '0' : ''}${byte.toString(16)}`, size, 'latin1');
    }
    buffer[size++] = quote;
    this.#size = size;
    if (ascii || isUtf8(bytes.subarray(start, stop))) return;
    this.#size = begun;
    this.repaired = true;
    this.text(JSON.stringify(Buffer.from(bytes.subarray(start, stop)).toString()));
  }

  #room(bytes: number): void {
    if (this.#size + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#size + bytes));
    larger.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = larger;
  }
}
