import { lookupFileBytesMax, lookupFileEndings, type Reason } from '@acequia/contract';
import { isObjectNode, maybeRows, parseJson, readCsvRow } from '@acequia/event';
import { sniffFile, type FileHead } from './sniff-file.ts';

/** Why a file cannot be uploaded: what the server would say, or what only this browser knows. */
export type FileFault = Reason | 'empty' | 'ending' | 'unreadable';

/** A larger file is not gone through here: the server tells what is in it twice. */
const scannedBytesMax = 64 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

const reason = (code: string, fields: Reason['fields'] = {}): Reason => ({ code, fields });

/** How a file begins, or why it is none of this format. `keep`: columns of the version before, none of which may be missing. */
export async function readHead(
  file: File,
  format: FileHead['format'],
  keep: readonly string[] = [],
): Promise<{ readonly head: FileHead } | { readonly fault: FileFault }> {
  if (file.size === 0) return { fault: 'empty' };
  if (file.size > lookupFileBytesMax) return { fault: reason('LOOKUP_TOO_LARGE') };
  const name = file.name.toLowerCase();
  if (!lookupFileEndings[format].some((ending) => name.endsWith(ending))) return { fault: 'ending' };
  if (!maybeRows(new Uint8Array(await file.slice(0, 4096).arrayBuffer()))) return { fault: reason('LOOKUP_TYPE') };
  const head = await sniffFile(file, format);
  if (!head) return { fault: 'unreadable' };
  const twice = head.columns.find((column, index) => head.columns.indexOf(column) !== index);
  if (twice !== undefined)
    return { fault: reason('LOOKUP_HEADER', { line: 1, column: head.columns.lastIndexOf(twice) + 1, detail: twice }) };
  const gone = format === 'csv' ? keep.find((column) => !head.columns.includes(column)) : undefined;
  return gone === undefined ? { head } : { fault: reason('LOOKUP_COLUMN_GONE', { detail: gone }) };
}

/** The first key that stands in the file twice. What this browser cannot read is left to the server. */
export async function findDuplicate(file: Blob, { format, separator, columns }: FileHead, keyColumn: string): Promise<Reason | undefined> {
  if (file.size > scannedBytesMax) return undefined;
  const column = columns.indexOf(keyColumn);
  const keyOf =
    format === 'csv'
      ? (line: string) => readCsvRow(line, 0, line.length, separator ?? ',', '"')?.cells[column]
      : (line: string) => textKey(line, keyColumn);
  const lines = new Map<string, number>();
  let header = format === 'csv';
  for await (const { text, line } of rowsOf(file, format === 'csv')) {
    if (text.trim() === '') continue;
    if (header) {
      header = false;
      continue;
    }
    const key = keyOf(text);
    if (key === undefined || key === '') continue;
    const before = lines.get(key);
    if (before !== undefined) return reason('LOOKUP_DUPLICATE', { line, column: column + 1, detail: key.slice(0, 64), before });
    lines.set(key, line);
  }
  return undefined;
}

/** Numbers that are written in two ways are one key: only texts are compared here. */
function textKey(line: string, keyColumn: string): string | undefined {
  const parsed = parseJson(line);
  const node = parsed.ok ? parsed.value.node : undefined;
  const value = isObjectNode(node) ? node.get(keyColumn) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Rows with the line of the file on which each begins; line ends inside quotes end no row of CSV. */
async function* rowsOf(file: Blob, quotes: boolean): AsyncGenerator<{ readonly text: string; readonly line: number }> {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 1;
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = await file.slice(at, at + pieceBytes).arrayBuffer();
    const text = rest + decoder.decode(piece, { stream: at + pieceBytes < file.size });
    let [start, quoted, lines] = [0, false, 0];
    for (let index = 0; index < text.length; index += 1) {
      const sign = text.charCodeAt(index);
      if (quotes && sign === 0x22) quoted = !quoted;
      if (sign !== 0x0a) continue;
      lines += 1;
      if (quoted) continue;
      yield { text: text.slice(start, index).replace(/\r$/, ''), line };
      line += lines;
      [start, lines] = [index + 1, 0];
    }
    rest = text.slice(start);
  }
  if (rest !== '') yield { text: rest.replace(/\r$/, ''), line };
}
