import {
  Float,
  Json,
  List,
  Timestamp,
  integerFromBigInt,
  jsonOfText,
  type FieldValue,
  type ListItem,
  type ScalarType,
} from '@acequia/event';

/** The bytes are not a state that was written whole. */
export class BadState extends Error {
  override readonly name = 'BadState';
}

const listTypes: readonly ScalarType[] = ['string', 'integer', 'float', 'boolean', 'timestamp'];
const tags = { null: 0, string: 1, integer: 2, float: 3, boolean: 4, timestamp: 5, json: 6, list: 7 } as const;

/** Writes an action's state, little endian, into one growing array. What is written must be read in the same order. */
export class StateWriter {
  #buffer = Buffer.allocUnsafe(4096);
  #end = 0;

  u32(value: number): void {
    this.#end = this.#room(4).writeUInt32LE(value, this.#end);
  }

  f64(value: number): void {
    this.#end = this.#room(8).writeDoubleLE(value, this.#end);
  }

  i64(value: bigint): void {
    this.#end = this.#room(8).writeBigInt64LE(value, this.#end);
  }

  bool(value: boolean): void {
    this.#end = this.#room(1).writeUInt8(value ? 1 : 0, this.#end);
  }

  text(value: string): void {
    const buffer = this.#room(4 + value.length * 3);
    const length = buffer.write(value, this.#end + 4, 'utf8');
    buffer.writeUInt32LE(length, this.#end);
    this.#end += 4 + length;
  }

  texts(values: readonly string[]): void {
    this.u32(values.length);
    for (const value of values) this.text(value);
  }

  bytes(value: Uint8Array): void {
    this.u32(value.length);
    this.#room(value.length).set(value, this.#end);
    this.#end += value.length;
  }

  value(value: FieldValue): void {
    const tag = (kind: keyof typeof tags) => (this.#end = this.#room(1).writeUInt8(tags[kind], this.#end));
    if (value === null) tag('null');
    else if (value instanceof Json) {
      tag('json');
      this.text(value.text);
    } else if (value instanceof List) {
      tag('list');
      this.u32(listTypes.indexOf(value.of));
      this.u32(value.items.length);
      for (const item of value.items) this.value(item);
    } else if (value instanceof Float) {
      tag('float');
      this.f64(value.value);
    } else if (value instanceof Timestamp) {
      tag('timestamp');
      this.i64(value.ns);
    } else if (typeof value === 'string') {
      tag('string');
      this.text(value);
    } else if (typeof value === 'boolean') {
      tag('boolean');
      this.bool(value);
    } else {
      tag('integer');
      this.i64(BigInt(value));
    }
  }

  /** What was written; the writer is not used again. */
  finish(): Uint8Array {
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset, this.#end);
  }

  #room(bytes: number): Buffer {
    if (this.#end + bytes > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(this.#end + bytes, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, this.#end);
      this.#buffer = grown;
    }
    return this.#buffer;
  }
}

/** Reads what a `StateWriter` wrote. Throws `BadState` where the bytes end too early or cannot be. */
export class StateReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Everything was read. */
  get ended(): boolean {
    return this.#at === this.#buffer.length;
  }

  u32(): number {
    return this.#buffer.readUInt32LE(this.#take(4));
  }

  f64(): number {
    return this.#buffer.readDoubleLE(this.#take(8));
  }

  i64(): bigint {
    return this.#buffer.readBigInt64LE(this.#take(8));
  }

  bool(): boolean {
    return this.#buffer[this.#take(1)] === 1;
  }

  text(): string {
    const length = this.u32();
    const at = this.#take(length);
    return this.#buffer.toString('utf8', at, at + length);
  }

  /** What `texts` wrote. */
  texts(): string[] {
    const texts: string[] = [];
    for (let left = this.u32(); left > 0; left--) texts.push(this.text());
    return texts;
  }

  /** A copy. */
  bytes(): Uint8Array {
    const length = this.u32();
    const at = this.#take(length);
    return new Uint8Array(this.#buffer.subarray(at, at + length));
  }

  value(): FieldValue {
    switch (this.#buffer[this.#take(1)]) {
      case tags.null:
        return null;
      case tags.string:
        return this.text();
      case tags.integer:
        return integerFromBigInt(this.i64())!;
      case tags.float:
        return new Float(this.f64());
      case tags.boolean:
        return this.bool();
      case tags.timestamp:
        return new Timestamp(this.i64());
      case tags.json:
        return jsonOfText(this.text());
      case tags.list:
        return this.#list();
      default:
        throw new BadState('a value of no kind');
    }
  }

  #list(): List {
    const of = listTypes[this.u32()];
    const length = this.u32();
    if (of === undefined || length > this.#buffer.length) throw new BadState('a list of no kind');
    return new List(
      of,
      Array.from({ length }, () => this.value() as ListItem),
    );
  }

  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#buffer.length) throw new BadState('ends too early');
    this.#at = at + bytes;
    return at;
  }
}
