/**
 * One line of CSV that people open, with its end (RFC 4180). Its texts are for reading: where a spreadsheet would run one as a formula, a
 * quote is put in front. Numbers stay numbers.
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Where a cell may begin that runs: spreadsheets set to a language with decimal commas take `;` for the separator, and then neither `,` nor
 * the quotes of this cell hold it together. Some take full-width signs for the plain ones.
 */
const formulaStart = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=^|[;\t\r\n]"*)/g;

function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = cell.replace(formulaStart, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
