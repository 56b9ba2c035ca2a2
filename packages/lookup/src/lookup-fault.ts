/** Why a file cannot become a table. Every code has words in both languages. */
export const lookupFaultCodes = [
  'LOOKUP_EMPTY',
  'LOOKUP_TOO_LARGE',
  'LOOKUP_ENCODING',
  'LOOKUP_HEADER',
  'LOOKUP_COLUMNS',
  'LOOKUP_RAGGED',
  'LOOKUP_QUOTE',
  'LOOKUP_JSON',
  'LOOKUP_KEY',
] as const;

export interface LookupFault {
  readonly code: (typeof lookupFaultCodes)[number];
  /** Line of the file, from 1. */
  readonly line?: number;
  /** A name or number that says more. */
  readonly detail?: string;
}

/** Thrown inside the package to leave a parser; `createTableBuilder` makes a Result of it. */
export class LookupRefused extends Error {
  override readonly name = 'LookupRefused';
  readonly fault: LookupFault;
  constructor(fault: LookupFault) {
    super(fault.code);
    this.fault = fault;
  }
}
