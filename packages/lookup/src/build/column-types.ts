import { cellKinds, type CellKind } from '../parse/row-sink.ts';

/** What all cells of a column are, nulls aside; `mixed` when they differ, `string` when there are none. */
export type ColumnType = 'string' | 'integer' | 'float' | 'boolean' | 'json' | 'mixed';

const typeOfKind: Readonly<Record<CellKind, ColumnType | undefined>> = {
  [cellKinds.null]: undefined,
  [cellKinds.text]: 'string',
  [cellKinds.integer]: 'integer',
  [cellKinds.float]: 'float',
  [cellKinds.boolean]: 'boolean',
  [cellKinds.json]: 'json',
};

/** Cells longer than this are text. */
const looksBytesMax = 32;
const integer = /^-?(?:0|[1-9]\d{0,17})$/;
const float = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Finds the type of one column. Text cells (those of CSV) count as what they look like. */
export class ColumnTypeFinder {
  #type: ColumnType | undefined;
  #seen = '';
  #length = 0;

  /** A piece of a cell. */
  bytes(bytes: Uint8Array, start: number, end: number): void {
    if (this.#type === 'string' || this.#type === 'mixed') return;
    this.#length += end - start;
    if (this.#length <= looksBytesMax) this.#seen += String.fromCharCode(...bytes.subarray(start, end));
  }

  cell(kind: CellKind, looks: boolean): void {
    const settled = this.#type === 'mixed' || (looks && this.#type === 'string');
    if (!settled && kind !== cellKinds.null) {
      const type = looks ? this.#looks() : typeOfKind[kind]!;
      this.#type = joined(this.#type, type, looks);
    }
    this.#seen = '';
    this.#length = 0;
  }

  get type(): ColumnType {
    return this.#type ?? 'string';
  }

  #looks(): ColumnType {
    const text = this.#length <= looksBytesMax ? this.#seen : '';
    if (integer.test(text)) return 'integer';
    if (float.test(text)) return 'float';
    return text === 'true' || text === 'false' ? 'boolean' : 'string';
  }
}

function joined(before: ColumnType | undefined, type: ColumnType, looks: boolean): ColumnType {
  if (before === undefined || before === type) return type;
  const numbers = (before === 'integer' || before === 'float') && (type === 'integer' || type === 'float');
  return numbers ? 'float' : looks ? 'string' : 'mixed';
}
