import { readCsvRow } from '@acequia/event';
import { LookupRefused } from '../lookup-fault.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export const csvSeparators = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

export interface CsvHeader {
  readonly names: readonly string[];
  /** The separator's byte. */
  readonly separator: number;
  /** The header's line ends with a carriage return alone, so every line of the file may. */
  readonly returnEndsLine: boolean;
  /** Where the first row begins. */
  readonly end: number;
  readonly lines: number;
}

/** Reads the header at the beginning of a file; undefined while its line is not whole. Throws `LookupRefused` on unusable names. */
export function csvHeader(head: Buffer, wanted: CsvSeparator | undefined, atEnd: boolean): CsvHeader | undefined {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  const end = lineEnd(head, start, atEnd) ?? (atEnd && head.length > start ? head.length : undefined);
  if (end === undefined) return undefined;
  const returned = head[end] === carriageReturn;
  const returnEndsLine = returned && head[end + 1] !== lineFeed;
  const next = Math.min(end + (returned && !returnEndsLine ? 2 : 1), head.length);
  const line = head.toString('utf8', start, end);
  const separator = wanted ?? mostFrequent(line);
  const names = readCsvRow(line, 0, line.length, separator, '"')?.cells ?? [];
  const bad = names.findIndex((name, index) => name === '' || names.indexOf(name) < index);
  if (bad >= 0)
    throw new LookupRefused({ code: 'LOOKUP_HEADER', line: 1, column: bad + 1, detail: names[bad] === '' ? String(bad + 1) : names[bad]! });
  return { names, separator: separator.charCodeAt(0), returnEndsLine, end: next, lines: line.split(returnEndsLine ? '\r' : '\n').length };
}

/** The first line end outside quotes; undefined without one, and while what follows a carriage return is not known. */
function lineEnd(bytes: Uint8Array, start: number, atEnd: boolean): number | undefined {
  let quoted = false;
  for (let i = start; i < bytes.length; i += 1) {
    if (bytes[i] === quote) quoted = !quoted;
    else if (quoted) continue;
    else if (bytes[i] === lineFeed) return i;
    else if (bytes[i] === carriageReturn) return atEnd || i + 1 < bytes.length ? i : undefined;
  }
  return undefined;
}

function mostFrequent(line: string): CsvSeparator {
  const outside = line.replace(/"[^"]*"/g, '');
  const counts = csvSeparators.map((separator) => outside.split(separator).length);
  return csvSeparators[counts.indexOf(Math.max(...counts))]!;
}
