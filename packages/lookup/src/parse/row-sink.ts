/** What a cell holds. */
export const cellKinds = { null: 0, text: 1, integer: 2, float: 3, boolean: 4, json: 5 } as const;
export type CellKind = (typeof cellKinds)[keyof typeof cellKinds];

/** Takes the rows of a file, cell by cell. Columns are numbers given by `column`. */
export interface RowSink {
  /** The number of a column of this name, made when it is new. Throws `LookupRefused` when there are too many. */
  column(name: string): number;
  /** A piece of the cell that is being read, of this column; bytes are copied. */
  bytes(column: number, bytes: Uint8Array, start: number, end: number): void;
  /** Ends the cell; the same column again in one row replaces the first. */
  cell(column: number, kind: CellKind): void;
  endRow(): void;
}

/** Turns a file, in pieces that end anywhere, into rows. Throws `LookupRefused`. */
export interface TableParser {
  /** Line at which the row that is being read begins, from 1. */
  readonly rowLine: number;
  /** Line that is being read. */
  readonly line: number;
  /** Where in the file the row that is being read begins, in bytes. */
  readonly rowAt: number;
  push(chunk: Uint8Array): void;
  end(): void;
}
