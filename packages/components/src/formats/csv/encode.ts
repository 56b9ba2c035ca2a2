export interface CsvCellOptions {
  readonly separator: string;
  /** Cells that a spreadsheet would run (`=`, `+`, `-`, `@`, tab, CR first) get a quote in front. Numbers are left alone. */
  readonly formulaGuard?: boolean;
}

/** One cell as RFC 4180 writes it: quoted only when it holds the separator, a quote or a line break. */
export function csvCell(text: string, options: CsvCellOptions): string {
  const guarded =
    options.formulaGuard === true && /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.]+(?:[eE][+-]?\d+)?$/.test(text) ? `'${text}` : text;
  return guarded.includes(options.separator) || /["\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** One line without its end. */
export function csvLine(cells: readonly string[], options: CsvCellOptions): string {
  return cells.map((cell) => csvCell(cell, options)).join(options.separator);
}
