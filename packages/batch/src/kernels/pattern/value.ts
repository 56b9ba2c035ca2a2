import type { i32 } from '../platform.ts';

/** What moves return instead of a position: the text does not fit; or it takes JavaScript to know. */
export const none: i32 = -1;
export const unsure: i32 = -2;

let start: i32 = 0;
let end: i32 = 0;
let tag: i32 = 0;

/** The value read last: where it lies, and the tag its cell gets. */
export function setValue(from: i32, to: i32, kind: i32): void {
  start = from;
  end = to;
  tag = kind;
}

export function valueStart(): i32 {
  return start;
}

export function valueEnd(): i32 {
  return end;
}

export function valueTag(): i32 {
  return tag;
}
