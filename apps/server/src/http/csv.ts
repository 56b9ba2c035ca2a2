/** One line of CSV (RFC 4180). A spreadsheet runs what begins like a formula: a quote before it makes it text. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`;

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
