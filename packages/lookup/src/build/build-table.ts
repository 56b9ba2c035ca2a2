import { isUtf8 } from 'node:buffer';
import { err, ok, type Result } from '@acequia/base';
import { lookupLimits, type LookupLimits } from '../limits.ts';
import { LookupRefused, type LookupFault } from '../lookup-fault.ts';
import type { CsvSeparator } from '../parse/csv-header.ts';
import { CsvParser } from '../parse/csv-parser.ts';
import { JsonLinesParser } from '../parse/json-lines-parser.ts';
import { cellKinds, type RowSink, type TableParser } from '../parse/row-sink.ts';
import { hashBytes, slotOf, slotsFor } from '../search/hash-bytes.ts';
import { RowCollector } from './row-collector.ts';
import { headerBytes, headerWord, tableMagic, tableVersion, type TableMeta } from './table-layout.ts';

/** How a file is read. */
export interface LookupSource {
  readonly format: 'csv' | 'json-lines';
  /** Absent: found out from the header. */
  readonly separator?: CsvSeparator | undefined;
  /** Name of the column that is searched. */
  readonly keyColumn: string;
}

export interface TableBuilder {
  /** The next bytes of the file; false when it is refused already, and the rest need not be read. */
  push(chunk: Uint8Array): boolean;
  /** The block of memory for `openTable`. */
  finish(): Result<SharedArrayBuffer, LookupFault>;
}

/** Builds a table from a file in pieces. Holds at most the file and the block at a time. */
export function createTableBuilder(source: LookupSource, limits: LookupLimits = lookupLimits): TableBuilder {
  const rows = new RowCollector(limits);
  const parser = createParser(source, rows);
  let fault: LookupFault | undefined;
  let fileBytes = 0;
  const guarded = (work: () => void): boolean => {
    if (fault !== undefined) return false;
    try {
      work();
    } catch (error) {
      if (!(error instanceof LookupRefused)) throw error;
      fault = error.fault;
    }
    return fault === undefined;
  };
  return {
    push: (chunk) =>
      guarded(() => {
        fileBytes += chunk.length;
        if (fileBytes > limits.fileBytesMax) throw new LookupRefused({ code: 'LOOKUP_TOO_LARGE' });
        parser.push(chunk);
      }),
    finish: () => {
      let block: SharedArrayBuffer | undefined;
      guarded(() => {
        parser.end();
        block = blockOf(rows, source.keyColumn);
      });
      return block === undefined ? err(fault!) : ok(block);
    },
  };
}

export function createParser({ format, separator }: LookupSource, sink: RowSink): TableParser {
  return format === 'csv' ? new CsvParser(sink, separator) : new JsonLinesParser(sink);
}

/** Builds a table from a file in memory. */
export function buildTable(bytes: Uint8Array, source: LookupSource, limits?: LookupLimits): Result<SharedArrayBuffer, LookupFault> {
  const builder = createTableBuilder(source, limits);
  builder.push(bytes);
  return builder.finish();
}

function blockOf(rows: RowCollector, keyName: string): SharedArrayBuffer {
  if (rows.columns.length === 0) throw new LookupRefused({ code: 'LOOKUP_EMPTY' });
  const keyColumn = rows.columns.indexOf(keyName);
  if (keyColumn < 0) throw new LookupRefused({ code: 'LOOKUP_KEY', detail: keyName });
  const rowCount = rows.rowEnds.length;
  const columnCount = rows.columns.length;
  const cells = rowCount * columnCount;
  const slots = slotsFor(rowCount);
  const meta = Buffer.from(JSON.stringify({ columns: rows.columns } satisfies TableMeta));
  const endsAt = headerBytes + slots * 4;
  const tagsAt = endsAt + cells * 4;
  const bytesAt = tagsAt + cells;
  const metaAt = bytesAt + rows.values.length;
  const block = new SharedArrayBuffer(Math.ceil((metaAt + meta.length) / 4) * 4);
  const bytes = Buffer.from(block);
  const used = layCells(rows, block, { endsAt, tagsAt, bytesAt, cells });
  if (!isUtf8(Buffer.from(bytes.subarray(bytesAt, bytesAt + used)))) throw new LookupRefused({ code: 'LOOKUP_ENCODING' });
  meta.copy(bytes, metaAt);
  const header = new Uint32Array(block, 0, headerBytes / 4);
  header[headerWord.magic] = tableMagic;
  header[headerWord.version] = tableVersion;
  header[headerWord.rows] = rowCount;
  header[headerWord.columns] = columnCount;
  header[headerWord.keyColumn] = keyColumn;
  header[headerWord.slots] = slots;
  header[headerWord.slotsAt] = headerBytes;
  header[headerWord.endsAt] = endsAt;
  header[headerWord.tagsAt] = tagsAt;
  header[headerWord.bytesAt] = bytesAt;
  header[headerWord.bytes] = used;
  header[headerWord.metaAt] = metaAt;
  header[headerWord.metaBytes] = meta.length;
  indexKeys(block, header);
  return block;
}

/** Cells of each row in the order of the columns, without gaps; says how many bytes they took. */
function layCells(
  rows: RowCollector,
  block: SharedArrayBuffer,
  at: { readonly endsAt: number; readonly tagsAt: number; readonly bytesAt: number; readonly cells: number },
): number {
  const columnCount = rows.columns.length;
  const ends = new Uint32Array(block, at.endsAt, at.cells);
  const tags = new Uint8Array(block, at.tagsAt, at.cells);
  const target = new Uint8Array(block, at.bytesAt);
  const cellOf = new Int32Array(columnCount);
  let cell = 0;
  let used = 0;
  let out = 0;
  for (let row = 0; row < rows.rowEnds.length; row += 1) {
    cellOf.fill(-1);
    for (const end = rows.rowEnds.at(row); cell < end; cell += 1) cellOf[rows.cellInfos.at(cell) >>> 3] = cell;
    for (let column = 0; column < columnCount; column += 1) {
      const from = cellOf[column]!;
      if (from >= 0) {
        const start = from === 0 ? 0 : rows.cellEnds.at(from - 1);
        const end = rows.cellEnds.at(from);
        rows.values.copy(start, end, target, used);
        used += end - start;
        tags[out] = rows.cellInfos.at(from) & 7;
      }
      ends[out] = used;
      out += 1;
    }
  }
  return used;
}

/** Enters the key of each row; of equal keys the first row stays. */
function indexKeys(block: SharedArrayBuffer, header: Uint32Array): void {
  const slots = new Uint32Array(block, header[headerWord.slotsAt], header[headerWord.slots]);
  const columns = header[headerWord.columns]!;
  const cells = header[headerWord.rows]! * columns;
  const ends = new Uint32Array(block, header[headerWord.endsAt], cells);
  const tags = new Uint8Array(block, header[headerWord.tagsAt], cells);
  const bytes = Buffer.from(block, header[headerWord.bytesAt], header[headerWord.bytes]);
  const startOf = (cell: number) => (cell === 0 ? 0 : ends[cell - 1]!);
  for (let row = 0; row < header[headerWord.rows]!; row += 1) {
    const cell = row * columns + header[headerWord.keyColumn]!;
    if (tags[cell] === cellKinds.null) {
      header[headerWord.keyless]! += 1;
      continue;
    }
    const start = startOf(cell);
    const end = ends[cell]!;
    let slot = slotOf(hashBytes(bytes, start, end), slots.length);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const other = (slots[slot]! - 1) * columns + header[headerWord.keyColumn]!;
      if (ends[other]! - startOf(other) === end - start && bytes.compare(bytes, startOf(other), ends[other], start, end) === 0) break;
    }
    if (slots[slot] === 0) slots[slot] = row + 1;
    else header[headerWord.duplicates]! += 1;
  }
}
