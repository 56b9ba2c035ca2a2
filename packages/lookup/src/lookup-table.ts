import { assert } from '@acequia/base';
import { Float, integerFromDigits, jsonOfText, type FieldValue } from '@acequia/event';
import { headerBytes, headerWord, tableMagic, tableVersion, type TableMeta } from './build/table-layout.ts';
import { cellKinds } from './parse/row-sink.ts';
import { hashBytes, rowBitsFor, spreadHash } from './search/hash-bytes.ts';

/** A table as it lies in shared memory. Immutable; any number of threads may read it. Rows count from 0, in the order of the file. */
export class LookupTable {
  readonly block: SharedArrayBuffer;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly keyColumn: number;
  /** Rows that have no key and are never found, and rows hidden behind an earlier one with the same key. */
  readonly keyless: number;
  readonly duplicates: number;
  /** Where the parts of the index lie, bytes from the block's beginning; for searches that do not run here. */
  readonly places: {
    readonly slots: number;
    readonly slotsAt: number;
    /** See `rowBitsFor`. */
    readonly rowBits: number;
    readonly endsAt: number;
    readonly tagsAt: number;
    readonly bytesAt: number;
  };
  readonly #slots: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #tags: Uint8Array;
  readonly #bytes: Buffer;

  constructor(block: SharedArrayBuffer) {
    const header = new Uint32Array(block, 0, headerBytes / 4);
    assert(header[headerWord.magic] === tableMagic && header[headerWord.version] === tableVersion, 'a block of another make');
    const word = (name: keyof typeof headerWord) => header[headerWord[name]]!;
    const meta = JSON.parse(Buffer.from(block, word('metaAt'), word('metaBytes')).toString()) as TableMeta;
    const cells = word('rows') * word('columns');
    this.block = block;
    this.rows = word('rows');
    this.columns = meta.columns;
    this.keyColumn = word('keyColumn');
    this.keyless = word('keyless');
    this.duplicates = word('duplicates');
    this.places = {
      slots: word('slots'),
      slotsAt: word('slotsAt'),
      rowBits: rowBitsFor(this.rows),
      endsAt: word('endsAt'),
      tagsAt: word('tagsAt'),
      bytesAt: word('bytesAt'),
    };
    this.#slots = new Uint32Array(block, word('slotsAt'), word('slots'));
    this.#ends = new Uint32Array(block, word('endsAt'), cells);
    this.#tags = new Uint8Array(block, word('tagsAt'), cells);
    this.#bytes = Buffer.from(block, word('bytesAt'), word('bytes'));
  }

  /** Number of a column, −1 when there is none of this name. */
  column(name: string): number {
    return this.columns.indexOf(name);
  }

  isNull(row: number, column: number): boolean {
    return this.#tags[row * this.columns.length + column] === cellKinds.null;
  }

  /** Text of a cell; '' for null. */
  text(row: number, column: number): string {
    const cell = row * this.columns.length + column;
    return this.#bytes.toString('utf8', this.#start(cell), this.#ends[cell]);
  }

  value(row: number, column: number): FieldValue {
    const text = this.text(row, column);
    switch (this.#tags[row * this.columns.length + column]) {
      case cellKinds.null:
        return null;
      case cellKinds.integer:
        return integerFromDigits(text) ?? text;
      case cellKinds.float:
        return new Float(Number(text));
      case cellKinds.boolean:
        return text === 'true';
      case cellKinds.json:
        return jsonOfText(text);
      default:
        return text;
    }
  }

  /** The first row with exactly this key, −1 when there is none. */
  find(key: Uint8Array, start = 0, end = key.length): number {
    return this.findHashed(key, start, end, hashBytes(key, start, end));
  }

  /** As `find`, with the hash of the key at hand. */
  findHashed(key: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const { rowBits } = this.places;
    const last = slots.length - 1;
    const spread = spreadHash(hash);
    for (let slot = spread & last; slots[slot] !== 0; slot = (slot + 1) & last) {
      const entry = slots[slot]!;
      if (((entry ^ spread) & ~rowBits) !== 0) continue;
      const row = (entry & rowBits) - 1;
      if (this.#equals(row * this.columns.length + this.keyColumn, key, start, end)) return row;
    }
    return -1;
  }

  #equals(cell: number, key: Uint8Array, start: number, end: number): boolean {
    const from = this.#start(cell);
    const length = this.#ends[cell]! - from;
    if (length !== end - start) return false;
    for (let i = 0; i < length; i += 1) if (this.#bytes[from + i] !== key[start + i]) return false;
    return true;
  }

  #start(cell: number): number {
    return cell === 0 ? 0 : this.#ends[cell - 1]!;
  }
}

const opened = new WeakMap<SharedArrayBuffer, LookupTable>();

/** The table in a block; one per block and thread, so indexes made beside it are shared. */
export function openTable(block: SharedArrayBuffer): LookupTable {
  let table = opened.get(block);
  if (table === undefined) opened.set(block, (table = new LookupTable(block)));
  return table;
}
