import type { CsvHeader, CsvSeparator } from './csv-header.ts';
import { CsvParser } from './csv-parser.ts';
import { JsonLinesParser } from './json-lines-parser.ts';
import type { RowSink, TableParser } from './row-sink.ts';

/** How a file is read. */
export interface LookupSource {
  readonly format: 'csv' | 'json-lines';
  /** Absent: found out from the header. */
  readonly separator?: CsvSeparator | undefined;
  /** Name of the column that is searched. */
  readonly keyColumn: string;
}

/** With a `header` read before, the bytes that are pushed begin behind it. */
export function createParser(
  { format, separator }: Pick<LookupSource, 'format' | 'separator'>,
  sink: RowSink,
  header?: CsvHeader,
): TableParser {
  return format === 'csv' ? new CsvParser(sink, separator, header) : new JsonLinesParser(sink);
}
