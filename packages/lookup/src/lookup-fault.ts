/** Why a file cannot become a table. Every code has words in both languages. */
export const lookupFaultCodes = [
  'LOOKUP_EMPTY',
  'LOOKUP_TOO_LARGE',
  'LOOKUP_ROWS',
  'LOOKUP_TYPE',
  'LOOKUP_ENCODING',
  'LOOKUP_HEADER',
  'LOOKUP_COLUMNS',
  'LOOKUP_RAGGED',
  'LOOKUP_QUOTE',
  'LOOKUP_JSON',
  'LOOKUP_KEY',
  'LOOKUP_DUPLICATE',
  'LOOKUP_COLUMN_GONE',
] as const;

export interface LookupFault {
  readonly code: (typeof lookupFaultCodes)[number];
  /** Line of the file, from 1. */
  readonly line?: number;
  /** Cell of the row, from 1; in JSON the character of the line. */
  readonly column?: number;
  /** A name or number that says more. */
  readonly detail?: string;
  /** Line on which the same key stood before. */
  readonly before?: number;
}

/** Thrown inside the package to leave a parser; `inspectTable` makes a Result of it. */
export class LookupRefused extends Error {
  override readonly name = 'LookupRefused';
  readonly fault: LookupFault;
  constructor(fault: LookupFault) {
    super(fault.code);
    this.fault = fault;
  }
}
