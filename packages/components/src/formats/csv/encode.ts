interface CsvCellOptions {
  readonly separator: string;
}

/** One cell as RFC 4180 writes it: quoted only when it holds the separator, a quote or a line break. The text stays what the data is. */
function csvCell(text: string, options: CsvCellOptions): string {
  return text.includes(options.separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line without its end. */
export function csvLine(cells: readonly string[], options: CsvCellOptions): string {
  return cells.map((cell) => csvCell(cell, options)).join(options.separator);
}
