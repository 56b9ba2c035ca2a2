import type { i32 } from '../platform.ts';

/** Words of a call that reads syslog frames: see `syslog-frames.ts`, which fills them. */
export const block: i32 = 0;
export const frames: i32 = 4;
export const count: i32 = 8;
export const rows: i32 = 12;
export const cells: i32 = 16;
export const cellsLimit: i32 = 20;
export const side: i32 = 24;
export const sideLimit: i32 = 28;
export const states: i32 = 32;
export const literalTag: i32 = 36;
export const sideTag: i32 = 40;
export const nameLengths: i32 = 44;
export const spare: i32 = 48;
/** Which headers are read: the sum of `form5424` and `form3164`. */
export const forms: i32 = 52;
/** Per month and day of 31 two words: days since 1970 (below 0: not known), and seconds the zone is ahead of UTC that day. */
export const legacyDays: i32 = 56;
export const cellsUsed: i32 = 60;
export const sideUsed: i32 = 64;

export const form5424: i32 = 1;
export const form3164: i32 = 2;

/** Bits of a row's shape: which of the optional fields it has. */
export const hasVersion: i32 = 1;
export const hasTime: i32 = 2;
export const hasHost: i32 = 4;
export const hasApp: i32 = 8;
export const hasProc: i32 = 16;
export const hasId: i32 = 32;
export const hasData: i32 = 64;
export const hasMessage: i32 = 128;
