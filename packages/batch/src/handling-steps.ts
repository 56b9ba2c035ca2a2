import { cellTags, type CellTag } from './view.ts';

/**
 * Steps of the run under way (`boundRun`) that handling events takes, about 10 ns each. Reading, writing and moving fields are counted
 * here, in the views and where kernels take their bytes, whatever action does it; an action counts only what it does with a value
 * beyond touching it (`spendRun`).
 */
export const handlingSteps = {
  /** Looking at one of all fields of a row, or at one field of all rows. One that an action asks for is among its own steps. */
  find: 2,
  /** Placing a value, beside a step for each of its bytes. */
  place: 60,
  /** A row for which all rows of a batch are changed at once. */
  changeRow: 20,
  /** A call of a kernel. */
  call: 50,
  /** The image of one row or several. */
  image: 500,
  id: 20,
} as const;

/** Bytes from which on reading a value counts; to read a shorter one is among the action's own steps. */
export const longValue = 64;

/** Reading a value of `longValue` or more bytes for the first time: what they take. A json is parsed by most who read it. */
export function readingSteps(tag: CellTag, length: number): number {
  switch (tag) {
    case cellTags.text:
      return length >> 4;
    case cellTags.escaped:
      return length >> 1;
    case cellTags.json:
    case cellTags.list:
      return length;
    default:
      return 0;
  }
}

/** Words of cells or names that are copied or looked through one by one. */
export const wordSteps = (words: number): number => words;

/** Bytes of an image that is written, or checked and read. */
export const imageSteps = (bytes: number): number => handlingSteps.image + (bytes >> 3);

/** Bytes that a kernel goes over. */
export const kernelSteps = (bytes: number): number => bytes >> 3;
