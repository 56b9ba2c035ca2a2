import type { i32 } from './platform.ts';

/** Words of a call that writes records: see `rows-encoder.ts`, which fills them. */
export const segments: i32 = 0;
export const cells: i32 = 4;
export const table: i32 = 8;
export const selection: i32 = 12;
export const from: i32 = 16;
export const to: i32 = 20;
export const shapes: i32 = 24;
export const output: i32 = 28;
export const limit: i32 = 32;
export const ends: i32 = 36;
export const states: i32 = 40;
export const options: i32 = 44;

export const optionOmitNull: i32 = 1;
export const optionQuoteBig: i32 = 2;
export const optionLineFeed: i32 = 4;
