import type { i32 } from './platform.ts';

/** Words of a call that writes records: see `rows-encoder.ts`, which fills them. */
export const segments: i32 = 0;
export const cells: i32 = 4;
/** Per row its shape and its first cell, in words. */
export const rows: i32 = 8;
export const count: i32 = 12;
export const shapes: i32 = 16;
export const output: i32 = 20;
export const limit: i32 = 24;
export const ends: i32 = 28;
export const states: i32 = 32;
export const options: i32 = 36;

export const rowBytes: i32 = 8;

export const optionOmitNull: i32 = 1;
export const optionQuoteBig: i32 = 2;
export const optionLineFeed: i32 = 4;
/** Fields are chosen: one that is missing counts as null. */
export const optionChosen: i32 = 8;
