import { readCsvRow } from '@acequia/event';
import { LookupRefused } from '../lookup-fault.ts';

const quote = 0x22;
const lineFeed = 0x0a;

export const csvSeparators = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

export interface CsvHeader {
  readonly names: readonly string[];
  /** The separator's byte. */
  readonly separator: number;
  /** Where the first row begins. */
  readonly end: number;
  readonly lines: number;
}

/** Reads the header at the beginning of a file; undefined while its line is not whole. Throws `LookupRefused` on unusable names. */
export function csvHeader(head: Buffer, wanted: CsvSeparator | undefined, atEnd: boolean): CsvHeader | undefined {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  let end = lineEnd(head, start);
  let next = end + 1;
  if (end < 0) {
    if (!atEnd || head.length === start) return undefined;
    end = head.length;
    next = end;
  }
  const line = head.toString('utf8', start, end).replace(/\r$/, '');
  const separator = wanted ?? mostFrequent(line);
  const names = readCsvRow(line, 0, line.length, separator, '"')?.cells ?? [];
  const bad = names.findIndex((name, index) => name === '' || names.indexOf(name) < index);
  if (bad >= 0)
    throw new LookupRefused({ code: 'LOOKUP_HEADER', line: 1, column: bad + 1, detail: names[bad] === '' ? String(bad + 1) : names[bad]! });
  return { names, separator: separator.charCodeAt(0), end: next, lines: line.split('\n').length };
}

/** The first line feed outside quotes, −1 when there is none. */
function lineEnd(bytes: Uint8Array, start: number): number {
  let quoted = false;
  for (let i = start; i < bytes.length; i += 1) {
    if (bytes[i] === quote) quoted = !quoted;
    else if (bytes[i] === lineFeed && !quoted) return i;
  }
  return -1;
}

function mostFrequent(line: string): CsvSeparator {
  const outside = line.replace(/"[^"]*"/g, '');
  const counts = csvSeparators.map((separator) => outside.split(separator).length);
  return csvSeparators[counts.indexOf(Math.max(...counts))]!;
}
