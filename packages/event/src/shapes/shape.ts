import { err, type Result } from '@acequia/base';
import type { Expected } from '../expected.ts';
import type { FieldValue } from '../values.ts';

/** Why a text does not have a shape. */
export interface ParseFault {
  readonly code: 'PARSE_NO_MATCH' | 'PARSE_TYPE' | 'PARSE_COLUMNS' | 'PARSE_TRAILING' | 'PARSE_LIMIT';
  /** UTF-16 offset in the text. */
  readonly offset: number;
  /** The field being read; empty for literals. */
  readonly field: string;
  /** Absent where the code says it all. */
  readonly expected?: Expected;
}

export type Member = readonly [name: string, value: FieldValue];

export interface ShapeResult {
  readonly members: readonly Member[];
  /** `no_header`, `duplicate_key`. */
  readonly flags: readonly string[];
}

export interface ShapeOptions {
  /** Zone of times that name none. Default UTC. */
  readonly tz?: string;
  /** `_received` in ns: settles the year of times without one. */
  readonly nearNs?: bigint;
}

export const parseFault = (code: ParseFault['code'], offset: number, field: string, expected?: Expected): Result<never, ParseFault> =>
  err(expected === undefined ? { code, offset, field } : { code, offset, field, expected });

export const shape = (members: readonly Member[], flags: readonly string[] = []): ShapeResult => ({ members, flags });

/** Time options without undefined members. */
export function timeOptionsOf(options: ShapeOptions): { tz?: string; nearNs?: bigint } {
  return { ...(options.tz === undefined ? {} : { tz: options.tz }), ...(options.nearNs === undefined ? {} : { nearNs: options.nearNs }) };
}
