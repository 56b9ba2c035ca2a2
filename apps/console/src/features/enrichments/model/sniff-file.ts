import { isObjectNode, parseJson, printJson, readCsvRow, type JsonNode } from '@acequia/event';

export type Separator = ',' | ';' | '\t';

/** How a file that was chosen begins. */
export interface FileHead {
  readonly format: 'csv' | 'json-lines';
  /** The one that stands most often in the header; null for JSON. */
  readonly separator: Separator | null;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const headBytes = 256 * 1024;
const rowsMax = 5;
const separators = [',', ';', '\t'] as const;

/** Reads the first rows of a file in this browser. Undefined: no columns can be read from it. */
export async function sniffFile(file: Blob, format: FileHead['format']): Promise<FileHead | undefined> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = new TextDecoder().decode(bytes, { stream: true });
  const lines = linesOf(text, format === 'csv');
  const whole = file.size <= headBytes ? lines : lines.slice(0, -1);
  const head = format === 'csv' ? csvHead(whole) : jsonHead(whole);
  return head && head.columns.length > 0 && head.columns.every((name) => name !== '') ? head : undefined;
}

/** Line ends inside quotes end no line of CSV. */
function linesOf(text: string, quotes: boolean): string[] {
  const lines: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length && lines.length < 200; at += 1) {
    const sign = text[at];
    if (quotes && sign === '"') quoted = !quoted;
    else if (sign === '\n' && !quoted) {
      lines.push(text.slice(start, at).replace(/\r$/, ''));
      start = at + 1;
    }
  }
  if (lines.length < 200) lines.push(text.slice(start).replace(/\r$/, ''));
  return lines;
}

function csvHead([header = '', ...rows]: readonly string[]): FileHead | undefined {
  const outside = header.replace(/"[^"]*"/g, '');
  const counts = separators.map((separator) => outside.split(separator).length);
  const separator = separators[counts.indexOf(Math.max(...counts))]!;
  const cellsOf = (line: string) => readCsvRow(line, 0, line.length, separator, '"')?.cells ?? [];
  const shown = rows.filter((line) => line !== '').slice(0, rowsMax);
  return { format: 'csv', separator, columns: header === '' ? [] : cellsOf(header), rows: shown.map(cellsOf) };
}

function jsonHead(lines: readonly string[]): FileHead | undefined {
  const objects = lines.filter((line) => line.trim() !== '').map((line) => parseJson(line));
  if (objects.some((parsed) => !parsed.ok || !isObjectNode(parsed.value.node))) return undefined;
  const maps = objects.map((parsed) => new Map(parsed.ok && isObjectNode(parsed.value.node) ? parsed.value.node : []));
  const columns = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  const rows = maps.slice(0, rowsMax).map((map) => columns.map((column) => shownText(map.get(column))));
  return { format: 'json-lines', separator: null, columns, rows };
}

const shownText = (node: JsonNode | undefined): string =>
  node === undefined || node === null ? '' : typeof node === 'string' ? node : printJson(node);
