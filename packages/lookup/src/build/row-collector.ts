import { LookupRefused } from '../lookup-fault.ts';
import type { LookupLimits } from '../limits.ts';
import type { CellKind, RowSink } from '../parse/row-sink.ts';
import { ByteList } from './byte-list.ts';
import { WordList } from './word-list.ts';

/** A cell by its end in the bytes and what it is: column × 8 + kind. */
export class RowCollector implements RowSink {
  readonly values = new ByteList();
  readonly cellEnds = new WordList();
  readonly cellInfos = new WordList();
  /** Index of the cell after the last of each row. */
  readonly rowEnds = new WordList();
  readonly columns: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #limits: LookupLimits;
  #cellStart = 0;

  constructor(limits: LookupLimits) {
    this.#limits = limits;
  }

  column(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.columns.push(name) - 1;
    if (number >= this.#limits.columnsMax) throw new LookupRefused({ code: 'LOOKUP_COLUMNS', detail: String(this.#limits.columnsMax) });
    this.#numbers.set(name, number);
    return number;
  }

  bytes(bytes: Uint8Array, start: number, end: number): void {
    this.values.push(bytes, start, end);
    if (this.values.length - this.#cellStart > this.#limits.cellBytesMax)
      throw new LookupRefused({ code: 'LOOKUP_TOO_LARGE', line: this.rowEnds.length + 2 });
  }

  cell(column: number, kind: CellKind): void {
    this.#cellStart = this.values.length;
    this.cellEnds.push(this.#cellStart);
    this.cellInfos.push(column * 8 + kind);
  }

  endRow(): void {
    this.rowEnds.push(this.cellEnds.length);
  }
}
