import type { Member, ParseFault, ShapeOptions } from '../shapes/shape.ts';

/** Where a reading is; `failed` is the fault that went furthest. */
export interface Cursor {
  readonly text: string;
  readonly shape: ShapeOptions;
  at: number;
  readonly found: Member[];
  fault: ParseFault | undefined;
}

export type Step = (cursor: Cursor) => boolean;

export function fail(cursor: Cursor, fault: ParseFault): false {
  if (cursor.fault === undefined || fault.offset >= cursor.fault.offset) cursor.fault = fault;
  return false;
}
