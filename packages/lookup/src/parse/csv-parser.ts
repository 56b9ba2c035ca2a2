import { LookupRefused } from '../lookup-fault.ts';
import { csvHeader, type CsvHeader, type CsvSeparator } from './csv-header.ts';
import { cellKinds, type RowSink, type TableParser } from './row-sink.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const headerBytesMax = 1024 * 1024;
const aReturn = Uint8Array.of(carriageReturn);

/**
 * RFC 4180 with a header line: quoted cells may hold separators, line ends and doubled quotes. Lines end with LF or CRLF, or
 * with CR alone in a file whose header line does. A byte order mark is dropped; lines without anything are skipped. An empty
 * cell is null unless it is quoted. Without a separator the one that stands most often in the header is taken. A row with
 * more or fewer cells than the header is refused.
 */
export class CsvParser implements TableParser {
  readonly #sink: RowSink;
  readonly #wanted: CsvSeparator | undefined;
  #separator = 0;
  #returnEndsLine = false;
  /** The beginning of the file until the header's line is whole. */
  #head: Buffer | undefined = Buffer.alloc(0);
  #columns: readonly number[] = [];
  line = 1;
  rowLine = 1;
  rowAt = 0;
  /** Bytes before those that are being read. */
  #base = 0;
  #cells = 0;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  /** A carriage return outside quotes that nothing has followed yet. */
  #returned = false;

  /** With a `header` read before, the bytes that are pushed begin behind it. */
  constructor(sink: RowSink, separator: CsvSeparator | undefined, header?: CsvHeader) {
    this.#sink = sink;
    this.#wanted = separator;
    if (header === undefined) return;
    this.#takeHeader(header);
    this.#base = header.end;
  }

  push(chunk: Uint8Array): void {
    if (this.#head === undefined) this.#rows(chunk, 0);
    else {
      this.#head = Buffer.concat([this.#head, chunk]);
      this.#readHeader(false);
    }
  }

  end(): void {
    this.#readHeader(true);
    if (this.#state === 'quoted') throw new LookupRefused({ code: 'LOOKUP_QUOTE', line: this.rowLine, column: this.#cells + 1 });
    if (this.#cells > 0 || this.#state !== 'start') this.#endRow();
  }

  #readHeader(atEnd: boolean): void {
    if (this.#head === undefined) return;
    const head = this.#head;
    const header = csvHeader(head, this.#wanted, atEnd);
    if (header === undefined) {
      if (atEnd) throw new LookupRefused({ code: 'LOOKUP_EMPTY' });
      if (head.length > headerBytesMax) throw new LookupRefused({ code: 'LOOKUP_HEADER', line: 1 });
      return;
    }
    this.#takeHeader(header);
    this.#rows(head, header.end);
  }

  #takeHeader(header: CsvHeader): void {
    this.#separator = header.separator;
    this.#returnEndsLine = header.returnEndsLine;
    this.#columns = header.names.map((name) => this.#sink.column(name));
    this.#head = undefined;
    this.line = 1 + header.lines;
    this.rowLine = this.line;
    this.rowAt = header.end;
  }

  #rows(bytes: Uint8Array, from: number): void {
    let run = from;
    for (let i = from; i < bytes.length; i += 1) {
      const byte = bytes[i]!;
      if (this.#state === 'quoted') {
        if (this.#endsLine(byte)) this.line += 1;
        if (byte !== quote) continue;
        this.#sink.bytes(this.#column, bytes, run, i);
        this.#state = 'closed';
        continue;
      }
      if (this.#returned && byte !== lineFeed) {
        this.#plain();
        this.#sink.bytes(this.#column, aReturn, 0, 1);
        run = i;
      }
      this.#returned = false;
      if (byte === this.#separator || byte === lineFeed || byte === carriageReturn) {
        if (this.#state === 'plain') this.#sink.bytes(this.#column, bytes, run, i);
        run = i + 1;
        if (this.#endsLine(byte)) this.#lineEnd(i + 1);
        else if (byte === carriageReturn) this.#returned = true;
        else this.#endCell();
      } else if (byte === quote && this.#state !== 'plain') {
        run = this.#state === 'closed' ? i : i + 1;
        this.#state = 'quoted';
      } else if (this.#state !== 'plain') {
        this.#plain();
        run = i;
      }
    }
    if (this.#state === 'quoted' || (this.#state === 'plain' && !this.#returned)) this.#sink.bytes(this.#column, bytes, run, bytes.length);
    this.#base += bytes.length;
  }

  /** Of the cell that is being read; −1 behind the last one of the header. */
  get #column(): number {
    return this.#columns[this.#cells] ?? -1;
  }

  #endsLine(byte: number): boolean {
    return byte === lineFeed || (byte === carriageReturn && this.#returnEndsLine);
  }

  /** Something stands outside quotes. */
  #plain(): void {
    if (this.#state === 'closed') throw new LookupRefused({ code: 'LOOKUP_QUOTE', line: this.rowLine, column: this.#cells + 1 });
    this.#state = 'plain';
  }

  #lineEnd(next: number): void {
    if (this.#cells > 0 || this.#state !== 'start') this.#endRow();
    this.line += 1;
    this.rowLine = this.line;
    this.rowAt = this.#base + next;
  }

  #endCell(): void {
    const column = this.#columns[this.#cells];
    if (column === undefined) throw this.#ragged();
    this.#sink.cell(column, this.#state === 'start' ? cellKinds.null : cellKinds.text);
    this.#cells += 1;
    this.#state = 'start';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells !== this.#columns.length) throw this.#ragged();
    this.#sink.endRow();
    this.#cells = 0;
  }

  #ragged(): LookupRefused {
    return new LookupRefused({ code: 'LOOKUP_RAGGED', line: this.rowLine, column: this.#cells + 1, detail: String(this.#columns.length) });
  }
}
