import type { LookupLimits } from '../limits.ts';
import { LookupRefused } from '../lookup-fault.ts';
import type { LookupSource } from '../parse/create-parser.ts';
import { cellKinds, type CellKind, type RowSink } from '../parse/row-sink.ts';
import { ColumnTypeFinder } from './column-types.ts';
import type { TableFacts } from './inspect-table.ts';
import { KeyHash, KnownKeys } from './known-keys.ts';

/** So much of a key is told when it is there twice. */
const keyTextBytes = 64;

/** Counts what a file holds and refuses what no table may hold. */
export class RowCounter implements RowSink {
  readonly #columns: string[] = [];
  readonly #types: ColumnTypeFinder[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #source: LookupSource;
  readonly #limits: LookupLimits;
  readonly #rowLine: () => number;
  readonly #known: KnownKeys | undefined;
  readonly #hash = new KeyHash();
  readonly #keyText = Buffer.alloc(keyTextBytes);
  #keyBytes = 0;
  #keyColumn = -1;
  #rows = 0;
  #keyless = 0;
  #total = 0;
  #cellBytes = 0;
  #hasKey = false;

  constructor(source: LookupSource, limits: LookupLimits, keys: 'once' | 'first', rowLine: () => number) {
    this.#source = source;
    this.#limits = limits;
    this.#known = keys === 'once' ? new KnownKeys() : undefined;
    this.#rowLine = rowLine;
  }

  column(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#columns.push(name) - 1;
      if (number >= this.#limits.columnsMax) throw new LookupRefused({ code: 'LOOKUP_COLUMNS', detail: String(this.#limits.columnsMax) });
      this.#numbers.set(name, number);
      this.#types.push(new ColumnTypeFinder());
      if (name === this.#source.keyColumn) this.#keyColumn = number;
    }
    return number;
  }

  bytes(column: number, bytes: Uint8Array, start: number, end: number): void {
    this.#cellBytes += end - start;
    if (this.#cellBytes > this.#limits.cellBytesMax)
      throw new LookupRefused({ code: 'LOOKUP_TOO_LARGE', line: this.#rowLine(), column: column + 1 });
    this.#types[column]?.bytes(bytes, start, end);
    if (column !== this.#keyColumn || this.#known === undefined) return;
    this.#hash.add(bytes, start, end);
    for (let i = start; i < end && this.#keyBytes < keyTextBytes; i += 1) this.#keyText[this.#keyBytes++] = bytes[i]!;
  }

  cell(column: number, kind: CellKind): void {
    this.#total += this.#cellBytes;
    this.#cellBytes = 0;
    this.#types[column]!.cell(kind, this.#source.format === 'csv');
    if (column !== this.#keyColumn) return;
    this.#hasKey = kind !== cellKinds.null;
    if (this.#hasKey && this.#known !== undefined) this.#enter(this.#known, column);
    this.#hash.clear();
    this.#keyBytes = 0;
  }

  endRow(): void {
    this.#rows += 1;
    if (this.#rows > this.#limits.rowsMax)
      throw new LookupRefused({ code: 'LOOKUP_ROWS', line: this.#rowLine(), detail: String(this.#limits.rowsMax) });
    if (!this.#hasKey) this.#keyless += 1;
    this.#hasKey = false;
  }

  end(): void {
    if (this.#columns.length === 0) throw new LookupRefused({ code: 'LOOKUP_EMPTY' });
    if (this.#keyColumn < 0) throw new LookupRefused({ code: 'LOOKUP_KEY', detail: this.#source.keyColumn });
  }

  facts(): TableFacts {
    return {
      columns: this.#columns,
      types: this.#types.map(({ type }) => type),
      rows: this.#rows,
      keyless: this.#keyless,
      cellBytes: this.#total,
    };
  }

  #enter(known: KnownKeys, column: number): void {
    this.#hash.end();
    const line = this.#rowLine();
    const before = known.enter(this.#hash, line);
    if (before === 0) return;
    const key = this.#keyText.toString('utf8', 0, this.#keyBytes).replace(/\uFFFD+$/, '');
    throw new LookupRefused({ code: 'LOOKUP_DUPLICATE', line, column: column + 1, detail: key, before });
  }
}
