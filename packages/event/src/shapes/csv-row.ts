export interface CsvRow {
  readonly cells: readonly string[];
  readonly end: number;
}

const cellsMax = 10_000;

/**
 * Reads RFC 4180 cells from `start` to `end`, at most `count`. Unclosed quotes take the rest. Undefined: too many cells.
 */
export function readCsvRow(
  text: string,
  start: number,
  end: number,
  separator: string,
  quote: string,
  count = cellsMax,
): CsvRow | undefined {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = readCell(text, at, end, separator, quote);
    cells.push(cell.text);
    at = cell.end;
    if (at >= end || cells.length === count) return { cells, end: at };
    if (cells.length >= cellsMax) return undefined;
    at += separator.length;
  }
}

function readCell(text: string, start: number, end: number, separator: string, quote: string): { text: string; end: number } {
  const nextSeparator = (from: number) => {
    const at = text.indexOf(separator, from);
    return at < 0 || at > end ? end : at;
  };
  if (quote === '' || !text.startsWith(quote, start) || start >= end) {
    const stop = nextSeparator(start);
    return { text: text.slice(start, stop), end: stop };
  }
  let out = '';
  let at = start + quote.length;
  for (;;) {
    const close = text.indexOf(quote, at);
    if (close < 0 || close >= end) return { text: out + text.slice(at, end), end };
    out += text.slice(at, close);
    if (!text.startsWith(quote, close + quote.length)) {
      const stop = nextSeparator(close + quote.length);
      return { text: out + text.slice(close + quote.length, stop), end: stop };
    }
    out += quote;
    at = close + 2 * quote.length;
  }
}
