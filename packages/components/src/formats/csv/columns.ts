import { NameCleaner, readCsvRow } from '@acequia/event';

/** Attribute of a frame's meta that carries the header row as it came, so that any block decodes alone; never a field. */
export const csvHeaderAttribute = 'csv_header';

/** Field names of columns: cleaned, unlike ones kept apart by `_2`, `_3` … */
export function columnNames(columns: readonly string[]): readonly string[] {
  const cleaner = new NameCleaner();
  return columns.map((column) => cleaner.clean(column.trim()));
}

/** The cells of a header row; empty when there are too many to be one. */
export function headerColumns(header: string, separator: string): readonly string[] {
  const text = header.startsWith('\uFEFF') ? header.slice(1) : header;
  const row = readCsvRow(text, 0, text.length, separator, '"', columnsMax + 1);
  return row === undefined || row.cells.length > columnsMax ? [] : row.cells;
}

/** An event holds no more fields (catalogue 0.4). */
export const columnsMax = 1024;
