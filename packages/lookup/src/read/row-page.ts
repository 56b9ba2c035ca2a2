import { csvHeader } from '../parse/csv-header.ts';
import { createParser, type LookupSource } from '../parse/create-parser.ts';
import { cellKinds, type CellKind, type RowSink, type TableParser } from '../parse/row-sink.ts';

/** Where a row begins: its number, from 0, and the bytes before it in the file. */
export interface RowPlace {
  readonly row: number;
  readonly at: number;
}

export interface ShownRow {
  /** From 0, in the order of the file. */
  readonly row: number;
  /** In the order of the columns; null for none, long ones cut. */
  readonly cells: readonly (string | null)[];
}

/** Some rows of a file, read from any row on without an index. */
export interface RowPage {
  /** The next bytes; false when the page is full. */
  push(chunk: Uint8Array): boolean;
  /** There are no more bytes; false when the page was full before the last row. */
  finish(): boolean;
  readonly rows: readonly ShownRow[];
  /** The row that was not read to its end; where the next page begins. */
  readonly next: RowPlace;
}

export interface RowPageOptions {
  readonly source: Pick<LookupSource, 'format' | 'separator'>;
  readonly columns: readonly string[];
  /** Only rows with this text in one of their cells, without case; '' for all. */
  readonly search: string;
  readonly rowsMax: number;
  /** The beginning of the file, at least to the end of its header line. */
  readonly head: Buffer;
  /** Absent: the first row. The bytes that are pushed begin there. */
  readonly from?: RowPlace | undefined;
}

const cellCharactersMax = 512;
/** A page of long cells ends sooner. */
const pageCharactersMax = 512 * 1024;

/** For a file that was inspected. */
export function openRowPage(options: RowPageOptions): RowPage {
  const { source, head } = options;
  const header = source.format === 'csv' ? csvHeader(head, source.separator, true) : undefined;
  const headerBytes = header?.end ?? 0;
  const from = options.from ?? { row: 0, at: headerBytes };
  const sink = new PageSink(options, from.row);
  const parser = createParser(source, sink, header);
  return new Page(parser, sink, from.at - headerBytes);
}

/** Whether these first bytes hold the whole header line. */
export function headIsWhole(source: Pick<LookupSource, 'format' | 'separator'>, head: Buffer): boolean {
  return source.format !== 'csv' || csvHeader(head, source.separator, false) !== undefined;
}

class Page implements RowPage {
  readonly #parser: TableParser;
  readonly #sink: PageSink;
  readonly #shift: number;

  constructor(parser: TableParser, sink: PageSink, shift: number) {
    this.#parser = parser;
    this.#sink = sink;
    this.#shift = shift;
  }

  get rows(): readonly ShownRow[] {
    return this.#sink.shown;
  }

  get next(): RowPlace {
    return { row: this.#sink.row, at: this.#parser.rowAt + this.#shift };
  }

  push(chunk: Uint8Array): boolean {
    return fits(() => this.#parser.push(chunk));
  }

  finish(): boolean {
    return fits(() => this.#parser.end());
  }
}

function fits(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof PageFull) return false;
    throw error;
  }
}

class PageFull extends Error {
  override readonly name = 'PageFull';
}

class PageSink implements RowSink {
  readonly shown: ShownRow[] = [];
  row: number;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #search: string;
  readonly #rowsMax: number;
  #pieces: Uint8Array[] = [];
  #cells: (string | null)[];
  #matches = false;
  #characters = 0;

  constructor({ columns, search, rowsMax }: RowPageOptions, row: number) {
    this.row = row;
    this.#numbers = new Map(columns.map((name, index) => [name, index]));
    this.#search = search.toLowerCase();
    this.#rowsMax = rowsMax;
    this.#cells = columns.map(() => null);
  }

  column(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  bytes(_column: number, bytes: Uint8Array, start: number, end: number): void {
    this.#assertRoom();
    this.#pieces.push(bytes.slice(start, end));
  }

  cell(column: number, kind: CellKind): void {
    this.#assertRoom();
    const text = this.#pieces.length === 0 ? '' : Buffer.concat(this.#pieces).toString();
    this.#pieces = [];
    if (kind === cellKinds.null) return;
    this.#cells[column] = text.length > cellCharactersMax ? `${text.slice(0, cellCharactersMax)}…` : text;
    this.#matches ||= text.toLowerCase().includes(this.#search);
  }

  endRow(): void {
    if (this.#matches || this.#search === '') {
      this.shown.push({ row: this.row, cells: this.#cells });
      for (const cell of this.#cells) this.#characters += cell?.length ?? 0;
    }
    this.row += 1;
    this.#cells = this.#cells.map(() => null);
    this.#matches = false;
  }

  #assertRoom(): void {
    if (this.shown.length >= this.#rowsMax || this.#characters >= pageCharactersMax) throw new PageFull();
  }
}
