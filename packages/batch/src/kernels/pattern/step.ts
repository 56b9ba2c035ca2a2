import type { i32 } from '../platform.ts';

/** Words of a step: see `pattern-column.ts`, which fills them. */
export const stepBytes: i32 = 32;
/** A text and its length, or a table and its number of entries. */
export const stepText: i32 = 4;
export const stepLength: i32 = 8;
export const stepOutput: i32 = 12;
export const stepMin: i32 = 16;
export const stepMax: i32 = 20;
export const stepTo: i32 = 16;
export const stepFirst: i32 = 20;
export const stepLast: i32 = 24;
/** Length of the literal that is the next step, where this one ends at it; 0 otherwise. */
export const stepPast: i32 = 28;

/** What the steps do, in the order of `pattern-column.ts`; 17, to repeat a text, is what `move` does with what is left. */
export const doLiteral: i32 = 0;
export const doUntil: i32 = 1;
export const doUntilAny: i32 = 2;
export const doUntilBlank: i32 = 3;
export const doRest: i32 = 4;
export const doTake: i32 = 5;
export const doInteger: i32 = 6;
export const doFloat: i32 = 7;
export const doWord: i32 = 8;
export const doQuoted: i32 = 9;
export const doIp: i32 = 10;
export const doTime: i32 = 11;
export const doSet: i32 = 12;
export const doBlanks: i32 = 13;
export const doNewline: i32 = 14;
export const doPast: i32 = 15;
export const doBehind: i32 = 16;
export const doTry: i32 = 18;
export const doDone: i32 = 19;
export const doNullText: i32 = 20;
export const doTrim: i32 = 21;
export const doBool: i32 = 22;
export const doAsInteger: i32 = 23;
export const doAsFloat: i32 = 24;
