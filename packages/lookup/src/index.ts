export { lookupLimits, type LookupLimits } from './limits.ts';
export { lookupFaultCodes, type LookupFault } from './lookup-fault.ts';
export { csvSeparators, type CsvSeparator } from './parse/csv-header.ts';
export { buildTable, createTableBuilder, type LookupSource, type TableBuilder } from './build/build-table.ts';
export { inspectTable, type TableFacts } from './build/inspect-table.ts';
export { buildInThread } from './build/build-in-thread.ts';
export { openTable, type LookupTable } from './lookup-table.ts';
export { matchKinds, matcherOf, type Matcher, type MatchKind, type MatchOptions } from './search/matcher.ts';
export { TableShelf } from './versions/table-shelf.ts';
